import { useLanguage } from "../text/index.ts";
import { FieldGroup } from "./field.tsx";

const ladder = (from: number, to: number, letter: string) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => `${from < to ? from + i : from - i}${letter}`);
const RANKS = [...ladder(30, 1, "k"), ...ladder(1, 9, "d"), ...ladder(1, 9, "p")];

/**
 * The fields for the lowest and the highest rank. They are the browser's own: 48 ranks in a fixed order are a wheel on
 * phones, and elsewhere typing `5d` goes there.
 */
export function RankField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const words = useLanguage().texts.filters;
  // The ranks of one player stay so.
  const any = value.startsWith("any:") ? "any:" : "";
  const parts = value.slice(any.length).split("..");
  const from = parts[0] ?? "";
  const to = value === "" ? "" : parts.length === 1 ? from : (parts[1] ?? "");
  const send = (low: string, high: string) => {
    const turned = low && high && RANKS.indexOf(low) > RANKS.indexOf(high);
    const [a, b] = turned ? [high, low] : [low, high];
    onChange(a === "" && b === "" ? "" : any + (a === b ? a : `${a}..${b}`));
  };
  const choices = (chosen: string) => (
    <>
      <option value="">{words.anyRank}</option>
      {(chosen === "" || RANKS.includes(chosen) ? RANKS : [chosen, ...RANKS]).map((rank) => (
        <option key={rank}>{rank}</option>
      ))}
    </>
  );
  return (
    <FieldGroup label={words.rank} names={["rank"]}>
      <div class="together">
        <select aria-label={words.lowestRank} value={from} onChange={(event) => send(event.currentTarget.value, to)}>
          {choices(from)}
        </select>
        <span aria-hidden="true">–</span>
        <select aria-label={words.highestRank} value={to} onChange={(event) => send(from, event.currentTarget.value)}>
          {choices(to)}
        </select>
      </div>
    </FieldGroup>
  );
}
