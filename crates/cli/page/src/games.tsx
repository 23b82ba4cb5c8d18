import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { gamesQuery, go, place, placeHref, queryText, type Place, type Sort } from "./address.ts";
import { useCell } from "./cell.ts";
import { count, errorText, plural } from "./format.ts";
import { Icon, Stone } from "./icons.tsx";
import { PAGE, usePages } from "./pages.ts";
import type { ListedGame } from "./types.ts";

const ROW = 50;
const MARGIN = 8;
/** The maximum number of rows: browsers draw no element higher than about 17 million pixels. */
const REACH = 300_000;

const COLUMNS: { name: string; sort: Sort | null; class: string }[] = [
  { name: "Date", sort: "date", class: "date" },
  { name: "Players", sort: "players", class: "names" },
  { name: "Rank", sort: "rank", class: "rank" },
  { name: "Result", sort: null, class: "result" },
];

interface GamesProps {
  /** The request answered by the position on the board; the list is shown only if this is `wanted`. */
  shown: string | null;
  wanted: string;
  onOpen(game: number): void;
}

export function Games({ shown, wanted, onOpen }: GamesProps) {
  const here = useCell(place);
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ from: 0, to: 20 });
  const key = queryText(gamesQuery(here));
  const list = usePages(key, view.from, view.to);
  const belongs = shown === wanted;
  const total = belongs ? list.total : null;

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
      <div class="section-head">
        <h2 id="games-heading">Games</h2>
        <p class="tally" role="status">
          {total !== null ? (total === 0 ? "No matching games" : plural(total, "game")) : loading ? "Loading" : ""}
        </p>
      </div>
      {list.error && list.error.field !== "moves" && <p class="status">{errorText(list.error.message)}</p>}
      <div class="list" ref={scroller} onScroll={measure} aria-busy={loading}>
        <table aria-rowcount={(total ?? 0) + 1} aria-labelledby="games-heading">
          <thead>
            <tr aria-rowindex={1}>
              {COLUMNS.map((column) => {
                const sorted = column.sort !== null && here.sort === column.sort;
                const down = sorted && (column.sort === "players" || column.sort === "number") === here.reverse;
                return (
                  <th
                    key={column.name}
                    scope="col"
                    class={column.class}
                    aria-sort={sorted ? (down ? "descending" : "ascending") : undefined}
                  >
                    {column.sort ? (
                      <button type="button" onClick={() => column.sort && sortBy(column.sort)}>
                        {column.name}
                        {sorted && <Icon name={down ? "down" : "up"} />}
                      </button>
                    ) : (
                      column.name
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
                    <span class="hidden">Loading</span>
                  </td>
                </tr>
              ),
            )}
            {to < reach && <Spacer rows={reach - to} />}
            {total !== null && reach < total && to === reach && (
              <tr class="more">
                <td colSpan={4}>{count(total - reach)} more games; set a filter or reverse the order to see them.</td>
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
  const open = here.game === game.game;
  return (
    <tr class={open ? "clickable open" : "clickable"} aria-rowindex={index + 2} data-game={game.game}>
      <td class="date">
        <span>{game.date ?? "undated"}</span>
        {game.event && (
          <small dir="auto" title={game.event}>
            {game.event}
          </small>
        )}
      </td>
      <td class="names">
        <a
          class="row-button"
          href={placeHref({ ...here, game: game.game, at: null })}
          aria-current={open ? "true" : undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
            event.preventDefault();
            onOpen(game.game);
          }}
        >
          <span class="name">
            <Stone color="B" />
            <span class="hidden">Black </span>
            <bdi title={game.black ?? undefined}>{game.black ?? "unknown"}</bdi>
          </span>
          <span class="name">
            <Stone color="W" />
            <span class="hidden">White </span>
            <bdi title={game.white ?? undefined}>{game.white ?? "unknown"}</bdi>
          </span>
        </a>
      </td>
      <td class="rank">
        <span>{game.black_rank ?? "–"}</span>
        <span>{game.white_rank ?? "–"}</span>
      </td>
      <td class="result">
        <span>{game.result ?? "–"}</span>
        <small>{count(game.moves)} moves</small>
      </td>
    </tr>
  );
}
