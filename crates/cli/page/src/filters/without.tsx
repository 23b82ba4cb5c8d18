import { go } from "../core/address.ts";
import { useAnswer } from "../core/api.ts";
import { useCell } from "../core/cell.ts";
import { NO_FILTERS, type Place } from "../core/place.ts";
import { refused } from "../core/refused.ts";
import { useLanguage } from "../text/index.ts";
import { activeConditions } from "./conditions.ts";

interface WithoutProps {
  here: Place;
  /** The path in the API that counts the games of a place. */
  pathOf(place: Place): string;
}

/** What can be done where no game meets the filters: each filter whose removal brings games, with their number. */
export function Without({ here, pathOf }: WithoutProps) {
  const { texts } = useLanguage();
  const words = texts.filters;
  const wrong = useCell(refused);
  const ways = activeConditions(here, texts)
    .filter(({ name, value }) => !wrong.some((other) => other.name === name && other.value === value))
    .map(({ name, label, text, removal }) => ({ told: words.without(name === "player" ? text : label), removal }));
  const none = { told: words.withoutAny, removal: { filters: NO_FILTERS, sizes: null } };
  return (
    <p class="without" role="status">
      <span>{words.nothing}</span>
      {(ways.length === 1 ? ways : [...ways, none]).map(({ told, removal }, i) => (
        <Way key={told} told={told} removal={removal} path={pathOf({ ...here, ...removal })} isLast={i === ways.length || ways.length === 1} />
      ))}
    </p>
  );
}

function Way({ told, removal, path, isLast }: { told: string; removal: Partial<Place>; path: string; isLast: boolean }) {
  const { texts, count } = useLanguage();
  const games = useAnswer<{ games: number }>(path).data?.games;
  if (games === 0 && isLast) return <span>{texts.filters.nothingAnyway}</span>;
  if (!games) return null;
  return (
    <button type="button" class="tool text" onClick={() => go(removal)}>
      {texts.filters.condition(told, count(games))}
    </button>
  );
}
