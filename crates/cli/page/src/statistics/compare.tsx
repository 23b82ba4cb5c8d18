import { useId, useState } from "preact/hooks";
import { useMoveName } from "../board/names.ts";
import { scope } from "../core/address.ts";
import { useAnswer, type ApiError } from "../core/api.ts";
import { cell, useCell } from "../core/cell.ts";
import { CONDITIONS } from "../core/openapi.ts";
import { NO_FILTERS, wholeName, type Filters, type Place } from "../core/place.ts";
import { filterQuery, queryText, searchQuery } from "../core/query.ts";
import { refused } from "../core/refused.ts";
import type { ComparedMove, Comparison, GamesOfMove } from "../core/types.ts";
import { activeConditions } from "../filters/conditions.ts";
import { playersLike, useSuggestions } from "../filters/suggestions.ts";
import { playMove } from "../search/play.ts";
import { useLanguage } from "../text/index.ts";
import { problemText } from "../text/problems.ts";
import { Combo } from "../ui/combo.tsx";
import { Stone } from "../ui/icons.tsx";
import { TableHead } from "../ui/tablehead.tsx";

/** How many moves are listed at first. */
const FEW = 12;

/** The other filter: its years, its player, and whether it shares all else. Kept when the panel closes. */
const other = cell({ year: "", player: "", isKept: true });

/** Returns the conditions that both filters share, unless the user drops them. */
const sharedOf = (filters: Filters): Filters => ({ ...filters, player: [], black: "", white: "", year: "", from: "", to: "" });

/** Returns conditions as the shell takes them, without those that the server refuses. */
function conditionsText(filters: Filters): string {
  const query = filterQuery(filters);
  for (const { name, value } of refused.get()) query.delete(name, value);
  return [...query].map(([name, value]) => `'${`${name}=${value}`.replaceAll("'", "'\\''")}'`).join(" ");
}

/** Returns the conditions that both filters share, and those of each alone. */
function filtersOf({ filters }: Place, { year, player, isKept }: ReturnType<typeof other.get>) {
  const shared = isKept ? sharedOf(filters) : NO_FILTERS;
  const { player: players, black, white, year: years, from, to } = filters;
  const first = isKept ? { ...NO_FILTERS, player: players, black, white, year: years, from, to } : filters;
  const second: Filters = { ...NO_FILTERS, year, player: player === "" ? [] : [player] };
  return { shared, first, second };
}

/** The next moves under the current filter and under another one, side by side. */
export function Compare() {
  const { texts } = useLanguage();
  const words = texts.compare;
  const here = useCell(scope);
  const chosen = useCell(other);
  useCell(refused);
  const { shared, first, second } = filtersOf(here, chosen);
  const [one, two] = [conditionsText(first), conditionsText(second)];
  const query = searchQuery(here, shared);
  query.set("first", one);
  query.set("second", two);
  const answer = useAnswer<Comparison>(one === two ? null : `compare${queryText(query)}`);
  const problem = (error: ApiError) => {
    const field = error.code === "unreadable_parameter" ? "year" : error.field;
    return problemText(texts, { ...error, message: error.message, field }, chosen.player);
  };
  return (
    <div class="compare" aria-busy={answer.loading}>
      <OtherFilter filters={here.filters} />
      <p class={answer.error ? "status wrong" : "status"} role="status">
        {answer.error && !answer.loading ? problem(answer.error) : one === two ? words.hint : ""}
      </p>
      {answer.data && (
        <>
          <Sums comparison={answer.data} filters={[here.filters, { ...shared, year: second.year, player: second.player }]} />
          <Moves moves={answer.data.next_moves} size={here.size} isBusy={answer.loading} />
        </>
      )}
    </div>
  );
}

/** The fields of the other filter. */
function OtherFilter({ filters }: { filters: Filters }) {
  const { texts } = useLanguage();
  const id = useId();
  const { year, player, isKept } = useCell(other);
  const [typed, setTyped] = useState(player.replace(/^=/, ""));
  const text = typed.trim();
  const choices = useSuggestions(text, text === "" ? null : playersLike);
  const change = (part: Partial<ReturnType<typeof other.get>>) => other.set({ ...other.get(), ...part });
  const take = (name: string) => {
    setTyped(name.replace(/^=/, ""));
    change({ player: name.trim() });
  };
  return (
    <fieldset class="compare-fields">
      <legend>{texts.compare.with}</legend>
      <div class="field">
        <label for={`${id}years`}>{texts.filters.years}</label>
        <input
          id={`${id}years`}
          type="text"
          placeholder={CONDITIONS.year}
          value={year}
          onChange={(event) => change({ year: event.currentTarget.value.trim() })}
        />
      </div>
      <div class="field">
        <label for={`${id}player`}>{texts.filters.player}</label>
        <Combo
          id={`${id}player`}
          label={texts.filters.player}
          typed={typed}
          choices={choices}
          onType={(text) => (text.trim() === "" ? take("") : setTyped(text))}
          onChoose={({ value }) => take(wholeName(value))}
          onEnter={take}
        />
      </div>
      {conditionsText(sharedOf(filters)) !== "" && (
        <label class="check">
          <input type="checkbox" checked={isKept} onChange={(event) => change({ isKept: event.currentTarget.checked })} />
          {texts.compare.keep}
        </label>
      )}
    </fieldset>
  );
}

/** Marks a difference beyond chance. */
const Differs = ({ name }: { name: string }) => (
  <span class="differs" title={name}>
    <span aria-hidden="true">*</span>
    <span class="hidden"> {name}</span>
  </span>
);

/** The two filters with their games and Black's wins. */
function Sums({ comparison, filters }: { comparison: Comparison; filters: [Filters, Filters] }) {
  const { texts, count, percent } = useLanguage();
  const words = texts.compare;
  const here = useCell(scope);
  const told = (filters: Filters) =>
    activeConditions({ ...here, all: false, filters }, texts).map(({ label, text }) => texts.filters.condition(label, text));
  return (
    <ol class="compared">
      {[comparison.first, comparison.second].map((sum, i) => (
        <li key={i}>
          <bdi>{told(filters[i] ?? NO_FILTERS).join(" · ") || texts.filters.withoutAny}</bdi>{" "}
          <small>
            {words.sum(texts.games(count(sum.games)), percent(sum.black_win_rate))}
            {i === 1 && comparison.win_rates_differ && <Differs name={words.differs} />}
          </small>
        </li>
      ))}
    </ol>
  );
}

/** The moves with their shares and win rates under both filters. */
function Moves({ moves, size, isBusy }: { moves: readonly ComparedMove[]; size: number; isBusy: boolean }) {
  const { texts, count, percent } = useLanguage();
  const words = texts.compare;
  const [isAll, setAll] = useState(false);
  const nameOf = useMoveName(size);
  const hidden = isAll ? 0 : Math.max(0, moves.length - FEW);
  const share = ({ share, games }: GamesOfMove, differs = false) => (
    <td class="number">
      {percent(share)}
      {differs && <Differs name={words.differs} />}
      <small>{count(games)}</small>
    </td>
  );
  /** The win rate of whoever plays the move. */
  const wins = ({ black_win_rate: rate }: GamesOfMove, color: string, differs = false) => (
    <td class="number">
      {percent(rate === null || color === "B" ? rate : 1 - rate, 0)}
      {differs && <Differs name={words.differs} />}
    </td>
  );
  if (moves.length === 0) return <p class="nothing">{texts.next.none}</p>;
  return (
    <>
      <table class="people" aria-label={words.title}>
        <TableHead
          columns={[
            { name: texts.next.move },
            ...["1", "2"].map((side) => ({ name: `${texts.next.share} ${side}`, class: "number" })),
            ...["1", "2"].map((side) => ({ name: `${words.wins} ${side}`, class: "number", title: words.winsHelp })),
          ]}
        />
        <tbody>
          {moves.slice(0, moves.length - hidden).map(({ move, color, first, second, shares_differ, win_rates_differ }) => (
            <tr key={color + move} class="clickable" data-move={color + move}>
              <th scope="row">
                <button type="button" class="row-button" aria-disabled={isBusy} onClick={() => !isBusy && playMove(move, color)}>
                  <Stone color={color} />
                  <span class="hidden">{texts.ofColor(color)} </span>
                  {nameOf(move)}
                </button>
              </th>
              {share(first)}
              {share(second, shares_differ)}
              {wins(first, color)}
              {wins(second, color, win_rates_differ)}
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <button type="button" class="link more" onClick={() => setAll(true)}>
          {texts.next.others(count(hidden))}
        </button>
      )}
      <p class="note">{words.note}</p>
    </>
  );
}
