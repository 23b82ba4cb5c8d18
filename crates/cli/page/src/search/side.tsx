import type { JSX } from "preact";
import { scope } from "../core/address.ts";
import { useAnswer } from "../core/api.ts";
import { cell, useCell } from "../core/cell.ts";
import { nameOfWhole, type Place } from "../core/place.ts";
import { positionPath } from "../core/query.ts";
import { refused } from "../core/refused.ts";
import type { Confidence, Position, Tally } from "../core/types.ts";
import type { ColoredMove } from "../go/points.ts";
import { useLanguage } from "../text/index.ts";
import { RecordBar } from "../ui/recordbar.tsx";
import { WinBar } from "../ui/winbar.tsx";

/** True to show what the player of the filters won, in place of what Black and White won. */
const isPlayers = cell(false);

/** Returns the filter by a whole name whose player's games are left; null if there is none, or another filter by a player. */
function usePlayer({ filters: { player, black, white }, area, swap }: Place): string | null {
  const wrong = useCell(refused);
  const [name, ...others] = [...player, black, white].filter((name) => name !== "");
  if (name === undefined || nameOfWhole(name) === null || others.length > 0 || wrong.some(({ value }) => value === name)) return null;
  // Where colours are exchanged, nobody's is known.
  return area === null && !swap ? name : null;
}

/** The name of the column of bars. With the filter of a player, it is a button that changes the side that they show. */
export function SideHead() {
  const words = useLanguage().texts.next;
  const player = usePlayer(useCell(scope));
  const isHis = useCell(isPlayers);
  if (player === null) return <>{words.wins}</>;
  const names = [words.wins, words.resultsOf(nameOfWhole(player) ?? player)];
  return (
    <button type="button" class="link" title={names[isHis ? 0 : 1]} onClick={() => isPlayers.set(!isHis)}>
      {names[isHis ? 1 : 0]}
    </button>
  );
}

/** Returns the next move of a position that is a move of a colour. */
export const nextMove = ({ next_moves }: Position, { color, move }: ColoredMove) =>
  next_moves.find((next) => next.color === color && next.move === move);

export type Bar = (tally: Tally & Partial<Confidence>, partOf: (position: Position) => Partial<Tally> | undefined) => JSX.Element;

/** Returns the function that draws the bar of a part of a place's position, such as a move, for the side that is shown. Without a place, nothing is asked. */
export function useSideBar(here: Place | null): Bar {
  const player = usePlayer(here ?? scope.get());
  const isHis = useCell(isPlayers) && player !== null;
  const pathAs = (black: string, white: string): string | null => {
    if (!isHis || !here) return null;
    const { black: asBlack, white: asWhite } = here.filters;
    const isKept = (asBlack === "" || white === "") && (asWhite === "" || black === "");
    return isKept ? positionPath({ ...here, filters: { ...here.filters, player: [], black, white } }) : null;
  };
  const name = player ?? "";
  const black = useAnswer<Position>(pathAs(name, ""));
  const white = useAnswer<Position>(pathAs("", name));
  // Games against himself are won as often as lost.
  const both = useAnswer<Position>(pathAs(name, name));
  const parts = [black, white, both];
  if (!isHis || parts.some(({ error }) => error !== null)) return (tally) => <WinBar tally={tally} />;
  const isLoading = parts.some(({ loading }) => loading);
  return (_, partOf) => {
    if (isLoading) return <span class="win-bar none" />;
    const [b = {}, w = {}, own = {}] = parts.map(({ data }) => (data ? partOf(data) : undefined));
    const againstHimself = (own.black_wins ?? 0) + (own.white_wins ?? 0);
    return (
      <RecordBar
        wins={(b.black_wins ?? 0) + (w.white_wins ?? 0) - againstHimself}
        draws={(b.draws ?? 0) + (w.draws ?? 0) - 2 * (own.draws ?? 0)}
        losses={(b.white_wins ?? 0) + (w.black_wins ?? 0) - againstHimself}
      />
    );
  };
}
