import { useEffect, useMemo, useRef, type MutableRef } from "preact/hooks";
import { Board } from "../board/board.tsx";
import { useMoveName } from "../board/names.ts";
import { go, place, positionQuery, queryText } from "../core/address.ts";
import { useAnswer } from "../core/api.ts";
import { useCell } from "../core/cell.ts";
import type { Game } from "../core/types.ts";
import { view } from "../core/view.ts";
import { readArea } from "../go/area.ts";
import { vertexOf } from "../go/points.ts";
import { useLanguage } from "../text/index.ts";
import { problemText } from "../text/problems.ts";
import { IconButton } from "../ui/buttons.tsx";
import { Icon } from "../ui/icons.tsx";
import { ReplayControls } from "./controls.tsx";
import { GameInfo, Players } from "./gameinfo.tsx";
import { boardsOf, searchFrom } from "./scenes.ts";

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

/** The open game. */
export function Replay({ toFocus, onClose }: ReplayProps) {
  const { texts } = useLanguage();
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
      <h2 id="replay-heading" class="hidden">
        {texts.replay.title}
      </h2>
      {answer.error && !answer.loading && (
        <p class="status wrong" role="status">
          {problemText(texts, answer.error)}
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
  const { texts } = useLanguage();
  const words = texts.replay;
  const board = useRef<HTMLDivElement>(null);
  const { scenes, start } = game.replay;
  const size = game.board_size;
  const nameOf = useMoveName(size);
  const boards = useMemo(() => boardsOf(scenes), [scenes]);
  const last = scenes.length - 1;
  const at = Math.max(0, Math.min(last, wanted ?? start));
  const scene = scenes[at];
  const stones = boards[at] ?? new Map();
  const area = useMemo(() => readArea(game.replay.area, size), [game.replay.area, size]);
  useEffect(() => {
    if (current && wanted === null) go({ at }, "replace");
  }, [current, wanted, at]);

  useEffect(() => {
    if (!current || !toFocus.current || !board.current) return;
    toFocus.current = false;
    board.current.focus({ preventScroll: true });
  });

  useEffect(() => {
    document.title = `${words.titleOf(game.black ?? texts.unknown, game.white ?? texts.unknown)} – bgo`;
  }, [game, texts]);

  const stepTo = (index: number) => {
    const next = Math.max(0, Math.min(last, index));
    if (next !== at) go({ at: next }, "replace");
    return next !== at;
  };

  /** Goes to the move of the stone there, to the next move on an empty point, or else one move forward. */
  const onPoint = (point: string) => {
    const before = scenes.findLastIndex((other, i) => i <= at && other.move === point);
    const after = scenes.findIndex((other, i) => i > at && other.move === point);
    if (stones.has(point) && before >= 0 && before !== at) stepTo(before);
    else if (!stones.has(point) && after >= 0) stepTo(after);
    else stepTo(at + 1);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.key === "Escape") {
      onClose();
      return;
    }
    const isOnBoard = event.target instanceof Element && event.target.matches(".board, input[type=range]");
    const upDown: Record<string, number> = isOnBoard ? { ArrowUp: -10, ArrowDown: 10 } : {};
    const step = KEYS[event.key] ?? upDown[event.key];
    if (step === undefined) return;
    event.preventDefault();
    stepTo(at + step);
  };

  const description =
    !scene || scene.move === null
      ? at === 0
        ? words.start
        : words.setUp
      : scene.move === "pass"
        ? words.passes(scene.color ?? "B")
        : words.plays(scene.color ?? "B", nameOf(scene.move));
  const next = scenes[at + 1];
  const hint = next?.move && next.color && vertexOf(next.move) ? { point: next.move, color: next.color } : null;

  return (
    <div class="open-game" onKeyDown={onKeyDown}>
      <div class="replay-board">
        <div class="board-head">
          <Players game={game} />
          <IconButton icon="close" label={words.close} onClick={onClose} />
        </div>
        <div class="board-frame">
          <Board
            boardRef={board}
            label={words.title}
            help={words.help}
            size={size}
            stones={stones}
            last={scene?.move && scene.move !== "pass" ? scene.move : null}
            hint={hint}
            area={area}
            onPoint={onPoint}
            onWheel={(step) => stepTo(at + step)}
          />
        </div>
        <ReplayControls
          at={at}
          last={last}
          start={start}
          description={description}
          moveNumber={scene?.move_number ?? 0}
          moves={game.moves}
          onStep={stepTo}
        />
      </div>
      <div class="replay-side">
        {scene && scene.comments.length > 0 && (
          <div class="comments" role="region" aria-label={words.commentOn(scene.color)} tabIndex={0}>
            {scene.comments.map((comment, i) => (
              <p key={i} dir="auto">
                {comment}
              </p>
            ))}
          </div>
        )}
        <div class="actions">
          <button
            type="button"
            class="tool text main"
            onClick={() => {
              go({ ...searchFrom(scenes, boards, at, size), area: null, wildcards: [] });
              view.set("board");
            }}
          >
            <Icon name="search" /> {words.searchHere}
          </button>
          <GameInfo.Download game={game.game} />
        </div>
        <GameInfo.Details game={game} />
      </div>
    </div>
  );
}
