import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { ApiError } from "../core/api.ts";
import { activeFilters, go, NO_FILTERS, place, scope, type Filters as FilterValues } from "../core/address.ts";
import { useCell } from "../core/cell.ts";
import type { Info } from "../core/types.ts";
import { sentence, useLanguage } from "../text/index.ts";
import { Players } from "./players.tsx";
import { Years } from "./years.tsx";

const ladder = (from: number, to: number, letter: string) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => `${from < to ? from + i : from - i}${letter}`);
const RANKS = [...ladder(30, 1, "k"), ...ladder(1, 9, "d"), ...ladder(1, 9, "p")];

/** A text field that reports its value shortly after the last key, or at once on Enter. */
function TextField(props: { label: string; value: string; error: string; onChange(value: string): void }) {
  const id = useId();
  const [typed, setTyped] = useState(props.value);
  const timer = useRef(0);
  useEffect(() => setTyped(props.value), [props.value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (value: string, wait: number) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => value.trim() !== props.value && props.onChange(value.trim()), wait);
  };
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <input
        id={id}
        type="text"
        autocomplete="off"
        value={typed}
        aria-invalid={props.error !== ""}
        aria-describedby={`${id}error`}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          send(event.currentTarget.value, 400);
        }}
        onKeyDown={(event) => event.key === "Enter" && !event.isComposing && send(typed, 0)}
      />
      <p class="field-error" id={`${id}error`} role="status">
        {props.error}
      </p>
    </div>
  );
}

/** The fields for the lowest and the highest rank. */
function Ranks({ value, error, onChange }: { value: string; error: string; onChange(value: string): void }) {
  const { texts } = useLanguage();
  const parts = value.split("..");
  const from = parts[0] ?? "";
  const to = value === "" ? "" : parts.length === 1 ? from : (parts[1] ?? "");
  const send = (low: string, high: string) => {
    const turned = low && high && RANKS.indexOf(low) > RANKS.indexOf(high);
    const [a, b] = turned ? [high, low] : [low, high];
    onChange(a === "" && b === "" ? "" : a === b ? a : `${a}..${b}`);
  };
  const choices = (chosen: string) => (
    <>
      <option value="">{texts.filters.anyRank}</option>
      {(chosen === "" || RANKS.includes(chosen) ? RANKS : [chosen, ...RANKS]).map((rank) => (
        <option key={rank}>{rank}</option>
      ))}
    </>
  );
  return (
    <fieldset class="field">
      <legend>{texts.filters.rank}</legend>
      <div class="pair">
        <select aria-label={texts.filters.lowestRank} value={from} onChange={(event) => send(event.currentTarget.value, to)}>
          {choices(from)}
        </select>
        <span aria-hidden="true">–</span>
        <select aria-label={texts.filters.highestRank} value={to} onChange={(event) => send(from, event.currentTarget.value)}>
          {choices(to)}
        </select>
      </div>
      <p class="field-error" role="status">
        {error}
      </p>
    </fieldset>
  );
}

export function Filters({ info, error }: { info: Info | null; error: ApiError | null }) {
  const { texts, count } = useLanguage();
  const words = texts.filters;
  const here = useCell(scope);
  const id = useId();
  const { filters } = here;
  const active = activeFilters(filters);
  const [unfolded, setUnfolded] = useState(active > 0);
  const change = (part: Partial<FilterValues>) =>
    go({ filters: { ...place.get().filters, ...part } }, { once: Object.keys(part).join() });
  const errorOf = (...names: string[]) =>
    error?.field && names.includes(error.field) ? sentence(error.message) : "";
  const sizes = info?.board_sizes.map((item) => item.board_size) ?? [];
  const results = Object.entries(words.results).map(([value, name]): [string, string] => [value === "any" ? "" : value, name]);
  if (!results.some(([value]) => value === filters.result)) results.push([filters.result, filters.result]);

  return (
    <section class="filters" aria-labelledby="filters-heading">
      <details open={unfolded} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
        <summary>
          <h2 id="filters-heading">{words.title}</h2>
          {active > 0 && <span class="badge">{words.active(count(active))}</span>}
        </summary>
        <div class="fields">
          <Players filters={filters} error={errorOf("player", "black", "white")} onChange={change} />
          <Years here={here} info={info} error={errorOf("year")} onChange={(year) => change({ year })} />
          <div class="field">
            <label for={`${id}result`}>{words.result}</label>
            <select
              id={`${id}result`}
              value={filters.result}
              onChange={(event) => change({ result: event.currentTarget.value })}
            >
              {results.map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
            <p class="field-error" role="status">
              {errorOf("result")}
            </p>
          </div>
          <Ranks value={filters.rank} error={errorOf("rank")} onChange={(rank) => change({ rank })} />
          <TextField
            label={words.event}
            value={filters.event}
            error={errorOf("event")}
            onChange={(event) => change({ event })}
          />
          <div class="field">
            <label for={`${id}size`}>{words.board}</label>
            <select
              id={`${id}size`}
              value={String(here.size)}
              onChange={(event) =>
                go({ size: Number(event.currentTarget.value), moves: [], stones: "", toPlay: "B", area: null, wildcards: [] })
              }
            >
              {[...new Set([...sizes, here.size])]
                .sort((a, b) => b - a)
                .map((size) => {
                  const games = info?.board_sizes.find((item) => item.board_size === size)?.games;
                  return (
                    <option key={size} value={String(size)}>
                      {size}×{size}
                      {games !== undefined && ` (${count(games)})`}
                    </option>
                  );
                })}
            </select>
          </div>
          {active > 0 && (
            <button type="button" class="tool text clear" onClick={() => go({ filters: NO_FILTERS })}>
              {words.clear}
            </button>
          )}
        </div>
      </details>
    </section>
  );
}
