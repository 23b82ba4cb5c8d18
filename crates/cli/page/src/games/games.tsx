import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { go, scope } from "../core/address.ts";
import { gamesPath } from "../core/query.ts";
import { useCell } from "../core/cell.ts";
import { useLanguage } from "../text/index.ts";
import { Segments } from "../ui/buttons.tsx";
import { DownloadMenu } from "./download.tsx";
import { EmptyList } from "./empty.tsx";
import { ListHead } from "./head.tsx";
import { PAGE, usePages } from "./pages.ts";
import { useKeptScroll } from "./keptscroll.ts";
import { Row } from "./row.tsx";
import { pairOf, ScoreLine } from "./score.tsx";

const ROW = 50;
const MARGIN = 8;
/** The maximum number of rows: browsers draw no element higher than about 17 million pixels. */
const REACH = 300_000;

/** The list of the games with the position, or of all games. */
export function Games({ onOpen }: { onOpen(game: number): void }) {
  const { texts, count } = useLanguage();
  const here = useCell(scope);
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ from: 0, to: 20 });
  const list = usePages(gamesPath(here), view.from, view.to);
  const { key, total, loading } = list;
  const keepScroll = useKeptScroll(scroller, key, total !== null);
  const pair = pairOf(here);

  const measure = () => {
    const element = scroller.current;
    if (!element || element.clientHeight === 0) return;
    const from = Math.max(0, Math.floor(element.scrollTop / ROW) - MARGIN);
    const to = Math.ceil((element.scrollTop + element.clientHeight) / ROW) + MARGIN;
    setView((before) => (before.from === from && before.to === to ? before : { from, to }));
  };
  useLayoutEffect(measure, [key, total]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const reach = Math.min(total ?? 0, REACH);
  const from = Math.min(view.from, Math.max(0, reach - 1));
  const to = Math.min(view.to, reach);
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, i) => {
    const index = from + i;
    return { index, game: list.pages.get(Math.floor(index / PAGE))?.[index % PAGE] ?? null };
  });

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
        <p class="tally" role="status" aria-busy={loading}>
          {total !== null ? (total === 0 ? texts.list.none : texts.games(count(total))) : list.error ? "" : texts.loading}
        </p>
        {total !== 0 && <DownloadMenu list={key} />}
      </div>
      {pair && <ScoreLine pair={pair} />}
      <div
        class="list"
        ref={scroller}
        onScroll={() => {
          keepScroll();
          measure();
        }}
        aria-busy={loading}
      >
        <table aria-rowcount={(total ?? 0) + 1} aria-labelledby="games-heading">
          <ListHead here={here} />
          <tbody>
            {from > 0 && <Spacer rows={from} />}
            {rows.map(({ index, game }) =>
              game ? (
                <Row key={`game${index}`} list={key} index={index} game={game} here={here} onOpen={onOpen} />
              ) : (
                <tr key={`row${index}`} class="waiting" aria-rowindex={index + 2}>
                  <td colSpan={3}>
                    <span class="hidden">{texts.loading}</span>
                  </td>
                </tr>
              ),
            )}
            {to < reach && <Spacer rows={reach - to} />}
            {total !== null && reach < total && to === reach && (
              <tr class="more">
                <td colSpan={3}>{texts.list.more(count(total - reach))}</td>
              </tr>
            )}
          </tbody>
        </table>
        {!loading && (total === 0 || list.error) && <EmptyList here={here} error={list.error} />}
      </div>
    </section>
  );
}

/** An empty row as high as the rows out of view. */
function Spacer({ rows }: { rows: number }) {
  return (
    <tr class="spacer" aria-hidden="true">
      <td colSpan={3} style={{ height: rows * ROW }} />
    </tr>
  );
}
