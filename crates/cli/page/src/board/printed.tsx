import { printing } from "../core/print.ts";
import { useCell } from "../core/cell.ts";
import { useMoveName } from "./names.ts";

interface PrintedProps {
  size: number;
  /** The moves whose numbers are on the board. */
  moves: readonly { number: number; move: string }[];
}

/** What only paper needs below a board: its moves by number, and the address of the page. */
export function Printed({ size, moves }: PrintedProps) {
  const nameOf = useMoveName(size);
  if (!useCell(printing)) return null;
  return (
    <div class="printed">
      <p>
        {moves.map(({ number, move }) => (
          <span key={number}>
            <b>{number}</b> {nameOf(move)}{" "}
          </span>
        ))}
      </p>
      <p>{location.href}</p>
    </div>
  );
}
