import { useEffect, useState } from "preact/hooks";
import { get } from "../core/api.ts";
import { useLanguage } from "../text/index.ts";
import type { Choice } from "../ui/combo.tsx";

/** A name and, where it is known, the number of its games. */
export interface Named {
  name: string;
  games?: number;
}

/** Suggests names for what was typed, in a language of the page. */
export type Suggest = (typed: string, signal: AbortSignal, language: string) => Promise<Named[]>;

/** The most names that are suggested. */
const MOST = 12;
/** How long typing must pause, in milliseconds. */
const PAUSE = 150;

export const playersLike = async (prefix: string, signal: AbortSignal): Promise<Named[]> => {
  const query = new URLSearchParams({ prefix, limit: String(MOST) });
  const answer = await get<{ counts: { player: string; games: number }[] }>(`players?${query}`, signal);
  return answer.counts.map(({ player, games }) => ({ name: player, games }));
};

export const eventsLike = async (prefix: string, signal: AbortSignal): Promise<Named[]> => {
  const query = new URLSearchParams({ prefix, limit: String(MOST) });
  const answer = await get<{ events: { event: string; games: number }[] }>(`events?${query}`, signal);
  return answer.events.map(({ event, games }) => ({ name: event, games }));
};

export const allArchives = async (_: string, signal: AbortSignal): Promise<Named[]> => {
  const answer = await get<{ archives: { archive: string; games: number }[] }>("archives", signal);
  return answer.archives.map(({ archive, games }) => ({ name: archive, games }));
};

export const openingsIn: Suggest = async (_typed, _signal, language) => {
  const { default: openings } = await import("../../../../../src/openings/openings.json");
  return openings.map(({ names }) => ({ name: names[language as keyof typeof names] }));
};

/** Returns what `ask` suggests for what was typed, shortly after the last key; nothing while `ask` is null. */
export function useSuggestions(typed: string, ask: Suggest | null): Choice[] {
  const { code, texts, count } = useLanguage();
  const [choices, setChoices] = useState<Choice[]>([]);
  useEffect(() => {
    if (ask === null) {
      setChoices([]);
      return;
    }
    const control = new AbortController();
    const timer = setTimeout(() => {
      ask(typed, control.signal, code).then(
        (names) =>
          setChoices(
            names.map(({ name, games }) => ({ value: name, note: games === undefined ? undefined : texts.games(count(games)) })),
          ),
        () => control.signal.aborted || setChoices([]),
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [typed, ask, code, texts, count]);
  return choices;
}
