import { go } from "../core/address.ts";
import { activeFilters, isQuestion, NO_FILTERS, type Place } from "../core/place.ts";
import { gamesPath, partOfList } from "../core/query.ts";
import { Without } from "../filters/without.tsx";
import type { ApiError } from "../core/api.ts";
import { useLanguage } from "../text/index.ts";
import { problemText } from "../text/problems.ts";

/** What the list says in place of games, and what can be done about it. */
export function EmptyList({ here, error }: { here: Place; error: ApiError | null }) {
  const { texts } = useLanguage();
  const words = texts.list;
  const isFiltered = activeFilters(here.filters) > 0;
  const reason = () => {
    // What is wrong with the question is told beside the board.
    if (error) return isQuestion(error.field ?? "") ? "" : problemText(texts, error);
    if (here.all) return words.empty;
    return isFiltered ? words.noneHereFiltered : words.noneHere;
  };
  return (
    <div class="empty-list">
      {here.all && isFiltered && !error ? (
        <Without here={here} pathOf={(place) => partOfList(gamesPath(place), 0, 1)} />
      ) : (
        <p class={error ? "wrong" : undefined}>{reason()}</p>
      )}
      <p class="actions">
        {isFiltered && (
          <button type="button" class="tool text" onClick={() => go({ filters: NO_FILTERS })}>
            {texts.filters.clear}
          </button>
        )}
        {!here.all && (
          <button type="button" class="tool text" onClick={() => go({ all: true })}>
            {words.showAll}
          </button>
        )}
      </p>
    </div>
  );
}
