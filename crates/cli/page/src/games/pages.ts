import { useEffect, useRef, useState } from "preact/hooks";
import { partOfList } from "../core/query.ts";
import { asApiError, get, useEpoch, type ApiError } from "../core/api.ts";
import type { GameList, ListedGame } from "../core/types.ts";

/** The number of games in a page of the list. */
export const PAGE = 50;

interface Loaded {
  key: string;
  total: number | null;
  pages: Map<number, ListedGame[]>;
  error: ApiError | null;
}

const nothing = (key: string): Loaded => ({ key, total: null, pages: new Map(), error: null });

/** Loads those pages of a list of games that contain the rows `from` to `to`. `key` is the path of the list without the page. */
export function usePages(key: string, from: number, to: number) {
  const [loaded, setLoaded] = useState<Loaded>(() => nothing(key));
  const requests = useRef(new Map<number, AbortController>());
  const asked = useRef(key);
  const age = useEpoch();
  const present = loaded.key === key ? loaded : nothing(key);

  const stop = () => {
    for (const request of requests.current.values()) request.abort();
    requests.current.clear();
  };

  useEffect(() => {
    asked.current = key;
    setLoaded(nothing(key));
    return stop;
  }, [key, age]);

  const firstPage = Math.floor(from / PAGE);
  const lastPage = Math.floor(Math.max(from, to - 1) / PAGE);

  useEffect(() => {
    const load = (page: number) => {
      const control = new AbortController();
      requests.current.set(page, control);
      get<GameList>(partOfList(key, page * PAGE, PAGE), control.signal)
        .then((answer) =>
          setLoaded((before) => {
            if (asked.current !== key) return before;
            const base = before.key === key ? before : nothing(key);
            return { ...base, total: answer.games, error: null, pages: new Map(base.pages).set(page, answer.list) };
          }),
        )
        .catch((error: unknown) => {
          if (!control.signal.aborted) setLoaded({ ...nothing(key), error: asApiError(error) });
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
      for (let page = firstPage; page <= lastPage; page += 1) {
        const known = present.pages.has(page) || requests.current.has(page);
        const beyond = present.total === null ? page > 0 : page * PAGE >= present.total;
        if (!known && !beyond && !present.error) load(page);
      }
    };
    // Scrolling past many pages loads only the pages where it stops.
    const timer = setTimeout(wanted, present.total === null ? 0 : 60);
    return () => clearTimeout(timer);
  }, [key, age, firstPage, lastPage, present.total, present.error, present.pages]);

  return present;
}
