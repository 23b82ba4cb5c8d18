import { go, scope } from "../core/address.ts";
import { NO_STEP } from "../core/place.ts";
import { gamesPath, partOfList } from "../core/query.ts";
import { useAnswer } from "../core/api.ts";
import { useCell } from "../core/cell.ts";
import type { GameList } from "../core/types.ts";
import { chosen } from "../games/chosen.ts";
import { PAGE } from "../games/pages.ts";

/** How many games before and after the open one are asked for, so that several can be passed at once. */
const AROUND = 5;

/** The ways to the games before and after the open one in the list, or null where there is none. */
export interface Neighbours {
  previous: (() => void) | null;
  next: (() => void) | null;
}

/** Finds the games around the open one in the list: where the game was chosen, or among the first of the list. */
export function useNeighbours(game: number): Neighbours {
  const here = useCell(scope);
  const origin = useCell(chosen);
  const key = gamesPath(here);
  const offset = origin?.key === key ? Math.max(0, origin.index - AROUND) : 0;
  const limit = origin?.key === key ? 2 * AROUND + 1 : PAGE;
  const { data } = useAnswer<GameList>(partOfList(key, offset, limit));
  const list = data?.list ?? [];
  const at = list.findIndex((listed) => listed.game === game);
  const way = (step: 1 | -1) => {
    const other = at < 0 ? undefined : list[at + step];
    if (!other || !data) return null;
    return () => {
      chosen.set({ key, index: data.offset + at + step });
      go({ game: other.game, ...NO_STEP });
    };
  };
  return { previous: way(-1), next: way(1) };
}
