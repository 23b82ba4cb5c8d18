import { CONDITIONS } from "../core/openapi.ts";
import { nameOfWhole, NO_FILTERS, type Filters, type Place } from "../core/place.ts";
import type { Color } from "../go/points.ts";
import type { Language, Texts } from "../text/index.ts";
import { ANY_POINTS, readResult } from "./resultcondition.ts";

/** A condition that is set. */
export interface Active {
  name: keyof Filters | "sizes";
  value: string;
  /** What the condition is about. */
  label: string;
  text: string;
  /** The colour of a player. */
  color: Color | null;
  /** The change that removes the condition. */
  removal: Partial<Place>;
}

/** Returns a name without the sign of whole names, or marked as a part; alternatives stay as they are. */
function nameText(value: string, texts: Texts): string {
  const isOfSeveral = value.startsWith("!") || value.includes("|");
  return nameOfWhole(value) ?? (isOfSeveral ? value : texts.filters.part(value));
}

/** Formats a span such as `5d..9p` or `2005..`. */
function spanText(value: string, texts: Texts): string {
  const [from = "", to] = value.split("..", 2);
  if (to === undefined) return from;
  if (from === "") return texts.filters.most(to);
  return to === "" ? texts.filters.least(from) : `${from}–${to}`;
}

function resultText(value: string, texts: Texts): string {
  const words = texts.filters;
  const { winner, margin, points } = readResult(value);
  if (winner === null) return value;
  if (winner === "draw" || winner === "void") return words[winner];
  const isNumber = margin === "points" && !points.includes("..");
  const by = margin === "any" ? "" : isNumber ? words.byPoints(points) : words.margins[margin];
  const won = winner === "" ? by : words.wins(winner, by);
  return isNumber || points === "" || points === ANY_POINTS ? won : words.condition(won, spanText(points, texts));
}

/** Returns the result of a game as tables show it; what is no result stays as it is. English players write B+R. */
export const outcomeText = (result: string, { code, texts }: Pick<Language, "code" | "texts">): string =>
  (code === "en" ? /^(0|Void)$/ : /^(0|Void|[BW]\+([RTF]|[\d.]*))$/).test(result) ? resultText(result, texts) : result;

function textOf(name: keyof Filters, value: string, texts: Texts): string {
  switch (name) {
    case "result":
      return resultText(value, texts);
    case "repaired":
      return value === "yes" || value === "no" ? texts.filters[value] : value;
    case "rank":
      return value.startsWith("any:") ? value : spanText(value, texts);
    case "from":
    case "to":
    case "archive":
      return value;
    default:
      return CONDITIONS[name] === null ? nameText(value, texts) : spanText(value, texts);
  }
}

const COLORS: Partial<Record<keyof Filters, Color>> = { black: "B", white: "W" };

/** Returns what each condition is about. */
export function labelsOf(texts: Texts): Record<keyof Filters, string> {
  const { player, black, white, years: year, rank, repaired } = texts.filters;
  return { ...texts.names, player, black, white, year, rank, repaired };
}

/** Returns the conditions that are set, in the order of the fields. */
export function activeConditions(place: Place, texts: Texts): Active[] {
  const { filters } = place;
  const labels = labelsOf(texts);
  const active = (name: keyof Filters, value: string, rest: Partial<Filters>): Active => ({
    name,
    value,
    label: labels[name],
    text: textOf(name, value, texts),
    color: COLORS[name] ?? null,
    removal: { filters: { ...filters, ...rest } },
  });
  const all = (Object.keys(NO_FILTERS) as (keyof Filters)[]).flatMap((name) => {
    if (name === "player")
      return filters.player.map((value) =>
        active(name, value, { player: filters.player.filter((other) => other !== value) }),
      );
    return filters[name] === "" ? [] : [active(name, filters[name], { [name]: "" })];
  });
  if (place.all && place.sizes !== null) {
    const value = String(place.sizes);
    const { board: label } = texts.filters;
    all.push({ name: "sizes", value, label, text: `${value}×${value}`, color: null, removal: { sizes: null } });
  }
  return all;
}
