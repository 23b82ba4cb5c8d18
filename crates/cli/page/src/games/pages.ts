import { useEffect, useRef, useState } from "preact/hooks";
import { partOfList } from "../core/query.ts";
import { asApiError, get, useEpoch, type ApiError } from "../core/api.ts";
import type { GameList, ListedGame } from "../core/types.ts";

/** The number of games in a page of the list. */
export const PAGE = 50;

interface Loaded {
  key: string;
  age: number;
  total: number | null;
  pages: Map<number, ListedGame[]>;
  error: ApiError | null;
}

/**
 * Loads those pages of a list of games that contain the rows `from` to `to`. `key` is the path of the list without the
 * page. The list before stays until the first page of the next one is there.
 */
export function usePages(key: string, from: number, to: number): Loaded & { loading: boolean } {
  const age = useEpoch();
  const nothing: Loaded = { key, age, total: null, pages: new Map(), error: null };
  const [loaded, setLoaded] = useState(nothing);
  const requests = useRef(new Map<number, AbortController>());
  const isIt = (list: Loaded) => list.key === key && list.age === age;
  const present = isIt(loaded) ? loaded : nothing;
  const { total, error } = present;

  useEffect(
    () => () => {
      for (const request of requests.current.values()) request.abort();
      requests.current.clear();
    },
    [key, age],
  );

  // How far the list before was scrolled says nothing about this one.
  const pageOf = (row: number) => Math.floor(Math.max(0, Math.min(row, (total ?? 0) - 1)) / PAGE);
  const [firstPage, lastPage] = [pageOf(from), pageOf(Math.max(from, to - 1))];

  useEffect(() => {
    const load = (page: number) => {
      const control = new AbortController();
      requests.current.set(page, control);
      get<GameList>(partOfList(key, page * PAGE, PAGE), control.signal)
        .then((answer) =>
          setLoaded((before) => {
            if (control.signal.aborted) return before;
            const { pages } = isIt(before) ? before : nothing;
            return { ...nothing, total: answer.games, pages: new Map(pages).set(page, answer.list) };
          }),
        )
        .catch((error: unknown) => {
          if (!control.signal.aborted) setLoaded({ ...nothing, error: asApiError(error) });
        })
        .finally(() => {
          if (requests.current.get(page) === control) requests.current.delete(page);
        });
    };
    const wanted = () => {
      for (const [page, request] of requests.current) {
        if (page < firstPage || page > lastPage) {
          request.abort();
          requests.current.delete(page);
        }
      }
      for (let page = firstPage; page <= lastPage; page += 1)
        if (!present.pages.has(page) && !requests.current.has(page) && !error) load(page);
    };
    // Scrolling past many pages loads only the pages where it stops.
    const timer = setTimeout(wanted, total === null ? 0 : 60);
    return () => clearTimeout(timer);
  }, [key, age, firstPage, lastPage, total, error, present.pages]);

  return { ...loaded, loading: !isIt(loaded) || (total === null && !error) };
}
