import { useMemo, useRef } from "preact/hooks";
import { go, place, scope } from "../core/address.ts";
import type { Place } from "../core/place.ts";
import { filterQuery } from "../core/query.ts";
import { useAnswer, type Answer } from "../core/api.ts";
import { useCell } from "../core/cell.ts";
import type { Position, Tally, YearCount, Years } from "../core/types.ts";
import { yearsPath } from "../years/answer.ts";
import { useLanguage } from "../text/index.ts";
import { Fold } from "../ui/fold.tsx";
import { lazily } from "../ui/lazily.tsx";
import { TableHead } from "../ui/tablehead.tsx";
import type { OpenGame } from "./novelties.tsx";
import { PositionPlayersTable } from "./players.tsx";
import { spanFilter, spanOf, type YearBar } from "../years/bins.ts";
import { YearChart } from "../years/chart.tsx";

const Compare = lazily(() => import("./compare.tsx").then((part) => part.Compare));
const NoveltiesTable = lazily(() => import("./novelties.tsx").then((part) => part.NoveltiesTable));

/** Returns the games with a winner or a draw by who won, and the others. */
const partsOf = ({ games, black_wins, draws, white_wins }: Tally): [black: number, draws: number, white: number, open: number] => [
  black_wins,
  draws,
  white_wins,
  games - black_wins - draws - white_wins,
];

const barsOf = (years: readonly YearCount[]): YearBar[] =>
  years.flatMap((item) => (item.year === null ? [] : [{ year: item.year, parts: partsOf(item) }]));

interface StatisticsProps {
  position: Answer<Position>;
  years: Answer<Years>;
  onOpen: OpenGame;
}

/** When and by whom the position was played, and with what success. */
export function Statistics({ position, years, onOpen }: StatisticsProps) {
  const here = useCell(scope);
  const { texts } = useLanguage();
  const query = filterQuery(here.filters);
  query.set("first", "true");
  return (
    <section class="statistics" aria-labelledby="statistics-heading" tabIndex={-1}>
      <h2 id="statistics-heading" class="hidden">
        {texts.statistics.title}
      </h2>
      {position.data && (
        <>
          <PositionYears here={here} years={years} />
          <Results tally={position.data} busy={position.loading} />
          <PositionPlayersTable here={here} wait={position.loading} />
          <Fold title={texts.compare.title}>{() => <Compare />}</Fold>
          <Fold title={texts.novelties.title}>
            {(fold) => <NoveltiesTable query={query} player={null} onOpen={onOpen} onStop={fold} />}
          </Fold>
        </>
      )}
    </section>
  );
}

/** Returns the games by year without the filter by years: the answer at hand if there is no such filter, or one of its own. */
function useAllYears(here: Place, years: Answer<Years>): { data: Years | null; loading: boolean } {
  const path = yearsPath(here, { ...here.filters, year: "" });
  const kept = useRef<{ path: string; data: Years } | null>(null);
  const isFiltered = here.filters.year !== "";
  const own = useAnswer<Years>(isFiltered && kept.current?.path !== path ? path : null);
  const answer = isFiltered ? own : years;
  // The chart stays as it is while a year of it is selected, and so does the focus on it.
  if (answer.data && answer.path === path) kept.current = { path, data: answer.data };
  return { data: kept.current?.data ?? null, loading: kept.current?.path !== path };
}

/** The position's games by year, also those of the years that the filter leaves out. */
function PositionYears({ here, years }: { here: Place; years: Answer<Years> }) {
  const { texts, count } = useLanguage();
  const words = texts.statistics;
  const answer = useAllYears(here, years);
  const bars = useMemo(() => barsOf(answer.data?.years ?? []), [answer.data]);
  const undated = answer.data?.years.find((item) => item.year === null)?.games ?? 0;
  const all = [bars[0]?.year ?? 0, bars.at(-1)?.year ?? 0] as const;
  const kinds = [
    { name: words.blackWins, look: "black" },
    { name: words.draws, look: "draw" },
    { name: words.whiteWins, look: "white" },
    { name: words.noResult, look: "open" },
  ] as const;
  return (
    <div class="block" aria-busy={answer.loading}>
      <h3>
        {words.byYear}
        {undated > 0 && <small> {texts.filters.undated(count(undated))}</small>}
      </h3>
      {answer.data ? (
        <YearChart
          label={words.byYear}
          help={words.yearHelp}
          kinds={kinds}
          years={bars}
          chosen={spanOf(here.filters.year, [...all])}
          onChoose={(span) => go({ filters: { ...place.get().filters, year: span ? spanFilter(span) : "" } })}
        />
      ) : (
        <div class="year-chart" />
      )}
    </div>
  );
}

/** Who won how many of the games. */
function Results({ tally, busy }: { tally: Position; busy: boolean }) {
  const { texts, count, percent } = useLanguage();
  const words = texts.statistics;
  const [black, draws, white, open] = partsOf(tally);
  const { black_win_rate_low: low, black_win_rate_high: high } = tally;
  const rows = [
    ["black", words.blackWins, black],
    ["white", words.whiteWins, white],
    ["draw", words.draws, draws],
    ["open", words.noResult, open],
  ] as const;
  return (
    <div class="block" aria-busy={busy}>
      <h3 id="results-heading">{words.results}</h3>
      <table class="results" aria-labelledby="results-heading">
        <TableHead
          class="hidden"
          columns={[{ name: texts.list.result }, { name: texts.next.games }, { name: texts.next.share }]}
        />
        <tbody>
          {rows.map(([look, name, games]) => (
            <tr key={look}>
              <th scope="row">
                <span class={`swatch ${look}`} aria-hidden="true" /> {name}
              </th>
              <td class="number">{count(games)}</td>
              <td class="number">{percent(tally.games ? games / tally.games : null)}</td>
              <td class="share-bar" aria-hidden="true">
                {games > 0 && <span class={look} style={{ width: `${(games / tally.games) * 100}%` }} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {low !== null && high !== null && (
        <p class="note">{words.interval(percent(tally.black_win_rate), percent(low), percent(high))}</p>
      )}
    </div>
  );
}
