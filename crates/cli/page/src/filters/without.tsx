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
  // One filter alone is all of them.
  if (ways.length !== 1) ways.push({ told: words.withoutAny, removal: { filters: NO_FILTERS, sizes: null } });
  return (
    <p class="without" role="status">
      <span>{texts.list.noneFiltered}</span>
      {ways.map(({ told, removal }, i) => {
        const path = pathOf({ ...here, ...removal });
        return <Way key={told} told={told} removal={removal} path={path} isAll={i === ways.length - 1} />;
      })}
    </p>
  );
}

interface WayProps {
  told: string;
  removal: Partial<Place>;
  path: string;
  /** True if no filter is left. */
  isAll: boolean;
}

function Way({ told, removal, path, isAll }: WayProps) {
  const { texts, count } = useLanguage();
  const { data, loading } = useAnswer<{ games: number }>(path);
  if (loading || !data) return null;
  if (data.games === 0) return isAll ? <span>{texts.filters.nothingAnyway}</span> : null;
  return (
    <button type="button" class="tool text" onClick={() => go(removal)}>
      {texts.filters.condition(told, count(data.games))}
    </button>
  );
}
