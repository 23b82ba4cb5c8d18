import { useEffect, useState } from "preact/hooks";
import type { Filters, Place } from "../core/place.ts";
import { queryText, searchQuery } from "../core/query.ts";
import { useAnswer, type Answer } from "../core/api.ts";
import type { Position, Years } from "../core/types.ts";

/** Returns the path of the games of a place by year. */
export const yearsPath = (place: Place, filters: Filters = place.filters): string =>
  `years${queryText(searchQuery(place, filters))}`;

/** Requests the games by year after the position's answer, which they must not delay. */
export function useYears(place: Place, position: Answer<Position>, wanted: boolean): Answer<Years> {
  const [path, setPath] = useState<string | null>(null);
  const next = wanted && position.data ? yearsPath(place) : null;
  useEffect(() => {
    // Until the position's answer is there, the years of the position before it stay.
    if (!position.loading) setPath(next);
  }, [next, position.loading]);
  return useAnswer<Years>(path);
}
