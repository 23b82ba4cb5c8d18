import { useEffect, useMemo, useRef, type MutableRef } from "preact/hooks";
import { useAnswer } from "./api.ts";
import { go, place, positionQuery, queryText } from "./address.ts";
import { Board } from "./board.tsx";
import { useCell } from "./cell.ts";
import { errorText } from "./format.ts";
import { GameInfo, Players } from "./gameinfo.tsx";
import { Icon } from "./icons.tsx";
import { colorName, pointName, vertexOf } from "./points.ts";
import { boardsOf, searchFrom } from "./scenes.ts";
import { ReplayControls } from "./controls.tsx";
import type { Game } from "./types.ts";

const KEYS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -Infinity,
  End: Infinity,
};

interface ReplayProps {
  /** True to move the focus to the board as soon as its game is loaded. */
  toFocus: MutableRef<boolean>;
  onClose(): void;
}

export function Replay({ toFocus, onClose }: ReplayProps) {
  const here = useCell(place);
  // A game is turned like the search board when it opens, and keeps its orientation when the search board changes.
  const opened = useRef<{ game: number | null; path: string | null }>({ game: null, path: null });
  if (here.game !== opened.current.game || here.at === null) {
    const path = here.game === null ? null : `games/${here.game}${queryText(positionQuery(here))}`;
    opened.current = { game: here.game, path };
  }
  const answer = useAnswer<Game>(opened.current.path);
  const game = answer.data?.game === here.game ? answer.data : null;

  return (
    <section class="replay" aria-labelledby="replay-heading" id="replay" tabIndex={-1} aria-busy={answer.loading}>
      <div class="section-head">
        <h2 id="replay-heading">Replay board</h2>
        {here.game !== null && (
          <button type="button" class="tool small" onClick={onClose} aria-label="Close game" title="Close game">
            <Icon name="close" />
          </button>
        )}
      </div>
      {here.game === null && (
        <div class="nothing">
          <p>Choose a game from the list to see it here.</p>
        </div>
      )}
      {answer.error && !answer.loading && (
        <p class="status" role="status">
          {errorText(answer.error.message)}
        </p>
      )}
      {game && <OpenGame game={game} at={here.at} current={!answer.loading} toFocus={toFocus} onClose={onClose} />}
    </section>
  );
}

interface OpenGameProps extends ReplayProps {
  game: Game;
  at: number | null;
  /** True if `game` is the answer to the latest request. */
  current: boolean;
}

function OpenGame({ game, at: wanted, current, toFocus, onClose }: OpenGameProps) {
  const board = useRef<HTMLDivElement>(null);
  const { scenes, start } = game.replay;
  const size = game.board_size;
  const boards = useMemo(() => boardsOf(scenes, size), [scenes, size]);
  const last = scenes.length - 1;
  const at = Math.max(0, Math.min(last, wanted ?? start));
  const scene = scenes[at];
  useEffect(() => {
    if (current && wanted === null) go({ at }, "replace");
  }, [current, wanted, at]);

  useEffect(() => {
    if (!current || !toFocus.current || !board.current) return;
    toFocus.current = false;
    board.current.focus({ preventScroll: true });
    if (window.matchMedia("(max-width: 1099px)").matches)
      board.current.closest("section")?.scrollIntoView({ block: "start" });
  });

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(last, index));
    if (next !== at) go({ at: next }, "replace");
  };

  /** Goes to the move of the stone there, to the next move on an empty point, or else one move forward. */
  const onPoint = (point: string) => {
    const [x, y] = vertexOf(point) ?? [0, 0];
    const stone = (boards[at]?.[y]?.[x] ?? 0) !== 0;
    const before = scenes.findLastIndex((other, i) => i <= at && other.move === point);
    const after = scenes.findIndex((other, i) => i > at && other.move === point);
    if (stone && before >= 0 && before !== at) moveTo(before);
    else if (!stone && after >= 0) moveTo(after);
    else moveTo(at + 1);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.key === "Escape") {
      onClose();
      return;
    }
    const onBoard = event.target instanceof Element && event.target.matches(".board, input[type=range]");
    const upDown: Record<string, number> = onBoard ? { ArrowUp: -10, ArrowDown: 10 } : {};
    const step = KEYS[event.key] ?? upDown[event.key];
    if (step === undefined) return;
    event.preventDefault();
    moveTo(at + step);
  };

  const description = !scene || scene.move === null
    ? at === 0 ? "Start of the game" : "Setup stones"
    : `${scene.color === "W" ? "White" : "Black"} ${scene.move === "pass" ? "passes" : pointName(scene.move, size)}`;

  const subject = scene?.color ? `${colorName(scene.color)}'s move` : "the position";

  return (
    <div class="open-game" onKeyDown={onKeyDown}>
      <Players game={game} />
      <Board
        boardRef={board}
        label="Replay board"
        help="Left and right arrow keys step through the game; Home and End jump to its ends."
        signs={boards[at] ?? []}
        last={scene?.move && scene.move !== "pass" ? scene.move : null}
        onPoint={onPoint}
      />
      <ReplayControls
        at={at}
        last={last}
        start={start}
        description={description}
        moveNumber={scene?.move_number ?? 0}
        moves={game.moves}
        onMove={moveTo}
      />
      {scene && scene.comments.length > 0 && (
        <div class="comments" role="region" aria-label={`Comment on ${subject}`} tabIndex={0}>
          {scene.comments.map((comment, i) => (
            <p key={i} dir="auto">
              {comment}
            </p>
          ))}
        </div>
      )}
      <div class="actions">
        <button type="button" class="tool text main" onClick={() => go(searchFrom(scenes, boards, at, size))}>
          <Icon name="search" /> Search from here
        </button>
        <GameInfo.Download game={game.game} />
      </div>
      <GameInfo.Details game={game} />
    </div>
  );
}
