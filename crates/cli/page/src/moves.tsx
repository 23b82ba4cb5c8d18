import { count, percent } from "./format.ts";
import { Stone } from "./icons.tsx";
import { colorName, markOf, pointName } from "./points.ts";
import type { NextMove, Position, Tally } from "./types.ts";

/** A bar that divides the games with a winner between Black and White. */
function WinBar({ tally, rate }: { tally: Tally; rate: number | null }) {
  const decided = tally.black_wins + tally.white_wins;
  const part = decided === 0 ? 0 : (tally.black_wins / decided) * 100;
  return (
    <span class="win">
      <span class="win-rate">{percent(rate)}</span>
      <span class="win-bar" aria-hidden="true">
        {decided > 0 && <span style={{ width: `${part}%` }} />}
      </span>
    </span>
  );
}

/** The games that go on without a move. */
function StopRow({ name, games, of }: { name: string; games: number; of: number }) {
  if (games === 0) return null;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="number">{count(games)}</td>
      <td class="number">{percent(games / of)}</td>
      <td />
    </tr>
  );
}

interface MovesProps {
  position: Position;
  busy: boolean;
  onPlay(move: NextMove): void;
  onHover(point: string | null): void;
}

export function MovesTable({ position, busy, onPlay, onHover }: MovesProps) {
  const { next_moves: moves, board_size: size } = position;
  return (
    <div class="moves" aria-busy={busy}>
      <table>
        <caption class="hidden">Next moves, most popular first</caption>
        <thead>
          <tr>
            <th scope="col">Move</th>
            <th scope="col" class="number">Games</th>
            <th scope="col" class="number">Share</th>
            <th scope="col">Black wins</th>
          </tr>
        </thead>
        <tbody onMouseLeave={() => onHover(null)}>
          {moves.map((move, index) => (
            <tr
              key={`${move.color}${move.move}`}
              class="clickable"
              onMouseEnter={() => onHover(move.move.length === 2 ? move.move : null)}
            >
              <td>
                <button type="button" class="row-button" onClick={() => onPlay(move)}>
                  <span class="mark">{markOf(index)}</span>
                  <Stone color={move.color} />
                  <span class="hidden">{colorName(move.color)} </span>
                  {move.move === "pass" ? "Pass" : pointName(move.move, size)}
                </button>
              </td>
              <td class="number">{count(move.games)}</td>
              <td class="number">{percent(move.share)}</td>
              <td>
                <WinBar tally={move} rate={move.black_win_rate} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <StopRow name="Stones are set up" games={position.set_up} of={position.games} />
          <StopRow name="The game ends" games={position.ended} of={position.games} />
          <tr>
            <th scope="row">{moves.length === 0 ? "No next moves" : "All games"}</th>
            <td class="number">{count(position.games)}</td>
            <td />
            <td>
              <WinBar tally={position} rate={position.black_win_rate} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
