import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { gamesPath, go, isQuestion, place, placeHref, type Place, type Sort } from "../core/address.ts";
import { useCell } from "../core/cell.ts";
import type { ListedGame } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";
import { problemText } from "../text/problems.ts";
import { Segments } from "../ui/buttons.tsx";
import { Icon, Stone } from "../ui/icons.tsx";
import { PAGE, usePages } from "./pages.ts";

const ROW = 50;
const MARGIN = 8;
/** The maximum number of rows: browsers draw no element higher than about 17 million pixels. */
const REACH = 300_000;

const COLUMNS = [
  { name: "date", sort: "date" },
  { name: "players", sort: "players" },
  { name: "rank", sort: "rank" },
  { name: "result", sort: null },
] as const;

/** The list of the games with the position, or of all games. */
export function Games({ onOpen }: { onOpen(game: number): void }) {
  const { texts, count } = useLanguage();
  const here = useCell(place);
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ from: 0, to: 20 });
  const key = gamesPath(here);
  const list = usePages(key, view.from, view.to);
  const { total } = list;

  const measure = () => {
    const element = scroller.current;
    if (!element) return;
    const from = Math.max(0, Math.floor(element.scrollTop / ROW) - MARGIN);
    const to = Math.ceil((element.scrollTop + element.clientHeight) / ROW) + MARGIN;
    setView((before) => (before.from === from && before.to === to ? before : { from, to }));
  };
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
    measure();
  }, [key]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const sortBy = (sort: Sort) => go(here.sort === sort ? { reverse: !here.reverse } : { sort, reverse: false }, "replace");
  const reach = Math.min(total ?? 0, REACH);
  const from = Math.min(view.from, Math.max(0, reach - 1));
  const to = Math.min(view.to, reach);
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, i) => {
    const index = from + i;
    return { index, game: list.pages.get(Math.floor(index / PAGE))?.[index % PAGE] ?? null };
  });
  const loading = total === null && !list.error;

  return (
    <section class="games" aria-labelledby="games-heading" id="games" tabIndex={-1}>
      <h2 id="games-heading" class="hidden">
        {texts.list.title}
      </h2>
      <div class="section-head">
        <Segments
          label={texts.list.which}
          value={here.all ? "all" : "here"}
          choices={[["here", texts.list.here], ["all", texts.list.all]]}
          onChoose={(which) => go({ all: which === "all" })}
        />
        <p class="tally" role="status">
          {total !== null ? (total === 0 ? texts.list.none : texts.games(count(total))) : loading ? texts.loading : ""}
        </p>
      </div>
      {list.error && !isQuestion(list.error.field ?? "") && <p class="status wrong">{problemText(texts, list.error)}</p>}
      <div class="list" ref={scroller} onScroll={measure} aria-busy={loading}>
        <table aria-rowcount={(total ?? 0) + 1} aria-labelledby="games-heading">
          <thead>
            <tr aria-rowindex={1}>
              {COLUMNS.map((column) => {
                const sorted = column.sort !== null && here.sort === column.sort;
                const down = sorted && (column.sort === "players") === here.reverse;
                return (
                  <th
                    key={column.name}
                    scope="col"
                    class={column.name}
                    aria-sort={sorted ? (down ? "descending" : "ascending") : undefined}
                  >
                    {column.sort ? (
                      <button type="button" onClick={() => column.sort && sortBy(column.sort)}>
                        {texts.list[column.name]}
                        {sorted && <Icon name={down ? "down" : "up"} />}
                      </button>
                    ) : (
                      texts.list[column.name]
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {from > 0 && <Spacer rows={from} />}
            {rows.map(({ index, game }) =>
              game ? (
                <Row key={game.game} index={index} game={game} here={here} onOpen={onOpen} />
              ) : (
                <tr key={`row${index}`} class="waiting" aria-rowindex={index + 2}>
                  <td colSpan={4}>
                    <span class="hidden">{texts.loading}</span>
                  </td>
                </tr>
              ),
            )}
            {to < reach && <Spacer rows={reach - to} />}
            {total !== null && reach < total && to === reach && (
              <tr class="more">
                <td colSpan={4}>{texts.list.more(count(total - reach))}</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** An empty row as high as the rows out of view. */
function Spacer({ rows }: { rows: number }) {
  return (
    <tr class="spacer" aria-hidden="true">
      <td colSpan={4} style={{ height: rows * ROW }} />
    </tr>
  );
}

interface RowProps {
  index: number;
  game: ListedGame;
  here: Place;
  onOpen(game: number): void;
}

function Row({ index, game, here, onOpen }: RowProps) {
  const { texts, count } = useLanguage();
  const open = here.game === game.game;
  return (
    <tr class={open ? "clickable open" : "clickable"} aria-rowindex={index + 2} data-game={game.game}>
      <td class="date">
        <span>{game.date ?? texts.undated}</span>
        {game.event && (
          <small dir="auto" title={game.event}>
            {game.event}
          </small>
        )}
      </td>
      <td class="players">
        <a
          class="row-button"
          href={placeHref({ ...here, game: game.game, at: null, node: null })}
          aria-current={open ? "true" : undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
            event.preventDefault();
            onOpen(game.game);
          }}
        >
          <span class="name">
            <Stone color="B" />
            <span class="hidden">{texts.color("B")} </span>
            <bdi title={game.black ?? undefined}>{game.black ?? texts.unknown}</bdi>
          </span>
          <span class="name">
            <Stone color="W" />
            <span class="hidden">{texts.color("W")} </span>
            <bdi title={game.white ?? undefined}>{game.white ?? texts.unknown}</bdi>
          </span>
        </a>
      </td>
      <td class="rank">
        <span>{game.black_rank ?? "–"}</span>
        <span>{game.white_rank ?? "–"}</span>
      </td>
      <td class="result">
        <span>{game.result ?? "–"}</span>
        <small>{texts.moves(count(game.moves))}</small>
      </td>
    </tr>
  );
}
