import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { asApiError, get, prime, useAnswer, type Answer } from "./api.ts";
import { go, line, NO_FILTERS, place, positionQuery, queryText, searchQuery, type Place } from "./address.ts";
import { Board, type Mark } from "./board.tsx";
import { useCell } from "./cell.ts";
import { MoveButtons } from "./controls.tsx";
import { count, errorText, plural, yearSpan } from "./format.ts";
import { Stone } from "./icons.tsx";
import { MovesTable } from "./moves.tsx";
import { colorName, emptyBoard, markOf, otherColor, playerAfter, pointName, sentence, setPoint } from "./points.ts";
import type { NextMove, Position } from "./types.ts";

export const positionPath = (at: Place): string => `position${queryText(searchQuery(at))}`;

const stonesOf = (position: Position): string =>
  [...position.black.map((point) => `B${point}`), ...position.white.map((point) => `W${point}`)].join(",");

/** The names of the filters in the API. Errors about filters are shown next to them. */
const FILTER_FIELDS = new Set(Object.keys(NO_FILTERS));

export function Search({ answer }: { answer: Answer<Position> }) {
  const here = useCell(place);
  const played = useCell(line);
  const [message, setMessage] = useState("");
  const [waiting, setWaiting] = useState(false);
  const [hovered, setHovered] = useState<string | null>(null);
  const request = useRef<AbortController | null>(null);
  const position = answer.data;
  // An unreadable filter leaves the stones on the board.
  const wrongFilter = !answer.loading && FILTER_FIELDS.has(answer.error?.field ?? "");
  const bare = useAnswer<Position>(wrongFilter ? `position${queryText(positionQuery(here))}` : null);
  const board = position ?? bare.data;
  const size = board?.board_size ?? here.size;
  const text = positionPath(here);

  useEffect(() => {
    request.current?.abort();
    setMessage("");
    setHovered(null);
  }, [text]);

  const signs = useMemo(() => {
    const map = emptyBoard(size);
    for (const point of board?.black ?? []) setPoint(map, point, 1);
    for (const point of board?.white ?? []) setPoint(map, point, -1);
    return map;
  }, [board, size]);

  const marks = useMemo(() => {
    const map = new Map<string, Mark>();
    position?.next_moves.forEach((move, index) => {
      const label = markOf(index);
      if (label && move.move.length === 2 && !map.has(move.move)) map.set(move.move, { label, share: move.share });
    });
    return map;
  }, [position]);

  /** Changes the place if the server accepts the position; otherwise shows the reason. */
  const attempt = async (change: Partial<Place>, move: string) => {
    request.current?.abort();
    const control = new AbortController();
    request.current = control;
    const path = positionPath({ ...place.get(), ...change });
    setWaiting(true);
    setMessage("");
    try {
      prime(path, await get<Position>(path, control.signal));
      go(change);
    } catch (error) {
      if (!control.signal.aborted) setMessage(sentence(asApiError(error).message, move, size));
    } finally {
      if (request.current === control) setWaiting(false);
    }
  };

  const play = (move: string) => void attempt({ moves: [...place.get().moves, move] }, move);
  const playRow = (move: NextMove) => {
    if (answer.loading) return;
    const now = place.get();
    if (position && move.color !== playerAfter(now.toPlay, now.moves.length))
      void attempt({ stones: stonesOf(position), toPlay: move.color, moves: [move.move] }, move.move);
    else play(move.move);
  };
  const turn = board?.to_play ?? playerAfter(here.toPlay, here.moves.length);
  const changeTurn = () => {
    if (position && !answer.loading) void attempt({ stones: stonesOf(position), toPlay: otherColor(turn), moves: [] }, "");
  };
  const showMoves = (moves: number) => go({ moves: played.slice(0, moves) });
  const atStart = here.moves.length === 0;

  const describe = (point: string): string => {
    const name = pointName(point, size);
    if (board?.black.includes(point)) return `${name}, black stone${isLast(point)}`;
    if (board?.white.includes(point)) return `${name}, white stone${isLast(point)}`;
    const index = position?.next_moves.findIndex((move) => move.move === point) ?? -1;
    const next = position?.next_moves[index];
    return next ? `${name}, next move ${markOf(index)}, ${plural(next.games, "game")}` : `${name}, empty`;
  };
  const isLast = (point: string) => (board?.last_move?.move === point ? ", last move" : "");

  const lastMove = board?.last_move ?? null;
  const busy = answer.loading || waiting;

  return (
    <section class="search" aria-labelledby="search-heading" id="search" tabIndex={-1}>
      <div class="section-head">
        <h2 id="search-heading">Search board</h2>
        <button type="button" class="turn" disabled={!position} onClick={changeTurn} title="Switch the colour to play">
          <Stone color={turn} />
          <span>{turn === "B" ? "Black" : "White"} to play</span>
        </button>
        <p class="tally">
          {position ? (
            <>
              <strong>{count(position.games)}</strong> {position.games === 1 ? "game" : "games"}
              {position.first_year !== null && (
                <span class="span-of-years">, {yearSpan(position.first_year, position.last_year)}</span>
              )}
            </>
          ) : answer.error ? "" : "Loading"}
        </p>
      </div>
      <Board
        label="Search board"
        help="Arrow keys move the cursor, Enter plays a move, Backspace takes it back."
        signs={signs}
        marks={marks}
        last={lastMove?.move ?? null}
        highlight={hovered}
        plays={turn}
        busy={busy}
        describe={describe}
        onPoint={play}
        onKey={(event) => {
          if (event.key !== "Backspace" || atStart) return;
          event.preventDefault();
          showMoves(here.moves.length - 1);
        }}
      />
      <p class="status" role="status">
        {answer.error && !answer.loading && !wrongFilter
          ? errorText(answer.error.message)
          : message}
      </p>
      <div class="toolbar" role="group" aria-label="Moves on the search board">
        <MoveButtons at={here.moves.length} last={played.length} onMove={showMoves} />
        <button type="button" class="tool text" onClick={() => play("pass")}>
          Pass
        </button>
        <button
          type="button"
          class="tool text"
          disabled={atStart && here.stones === "" && here.toPlay === "B"}
          onClick={() => go({ moves: [], stones: "", toPlay: "B" })}
        >
          Reset
        </button>
      </div>
      <p class="touch-hint">Tap to play; hold and slide to aim.</p>
      <div class="about-position">
        <label class="check">
          <input
            type="checkbox"
            checked={here.swap}
            onChange={(event) => go({ swap: event.currentTarget.checked })}
          />
          Also count exchanged colours
        </label>
        <p>
          {lastMove && (
            <>
              Move {count(here.moves.length)}: {colorName(lastMove.color)}{" "}
              {lastMove.move === "pass" ? "passes" : pointName(lastMove.move, size)}
            </>
          )}
        </p>
      </div>
      {position && <MovesTable position={position} busy={busy} onPlay={playRow} onHover={setHovered} />}
    </section>
  );
}
