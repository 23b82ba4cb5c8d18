import { useEffect, useLayoutEffect, useMemo, useRef, useState, type MutableRef } from "preact/hooks";
import { useMoveName } from "../board/names.ts";
import { Printed } from "../board/printed.tsx";
import { go, place } from "../core/address.ts";
import type { Step } from "../core/place.ts";
import type { Game, Variations } from "../core/types.ts";
import { view } from "../core/view.ts";
import { shownWindow } from "../exchange/shown.ts";
import { readArea } from "../go/area.ts";
import { useLanguage, type Texts } from "../text/index.ts";
import { IconButton } from "../ui/buttons.tsx";
import { Icon } from "../ui/icons.tsx";
import { useKeys } from "../ui/keys.ts";
import { useAutoplay } from "./autoplay.ts";
import { ReplayControls } from "./controls.tsx";
import { Database } from "./database.tsx";
import { GameBoard } from "./gameboard.tsx";
import { Details, Download, Players } from "./gameinfo.tsx";
import { keyHandler } from "./keys.ts";
import { useNeighbours } from "./neighbours.ts";
import { Notation } from "./notation.tsx";
import { searchFrom } from "./scenes.ts";
import { trunkOf, type GameNode } from "./gametree.ts";
import { useWalk } from "./walk.ts";

interface OpenGameProps {
  game: Game;
  variations: Variations | null;
  /** The step that the place asks for. */
  wanted: Step;
  /** True if `game` is the answer to the latest request. */
  current: boolean;
  /** The step to stay at until the next game is there. */
  frozen: Step | null;
  /** The question to which the game is turned. */
  query: string;
  /** True to move the focus to the board as soon as its game is loaded. */
  toFocus: MutableRef<boolean>;
  onClose(): void;
}

/** A game with its board, its moves, and what the database knows about them. */
export function OpenGame(props: OpenGameProps) {
  const { game, variations, wanted, current, frozen, query, toFocus, onClose } = props;
  const { texts, count } = useLanguage();
  const words = texts.replay;
  const nameOf = useMoveName(game.board_size);
  const [ringed, setRinged] = useState<string | null>(null);
  const board = useRef<HTMLDivElement>(null);
  const walk = useWalk(game, variations, frozen);
  const autoplay = useAutoplay(walk);
  const neighbours = useNeighbours(game.game);
  const { previous, next } = neighbours;
  const { start, swapped } = game.replay;
  const area = useMemo(() => readArea(game.replay.area, game.board_size), [game]);
  const scene = walk?.node.scene ?? null;

  useLayoutEffect(() => {
    if (current && !frozen && wanted.at === null && scene !== null) go({ at: scene }, "replace");
  }, [current, frozen, wanted.at, scene]);

  useLayoutEffect(() => {
    if (!current || frozen || !toFocus.current || !board.current) return;
    toFocus.current = false;
    board.current.focus({ preventScroll: true });
  });

  useLayoutEffect(() => setRinged(null), [game.game]);

  useEffect(() => {
    document.title = `${words.titleOf(game.black ?? texts.unknown, game.white ?? texts.unknown)} – bgo`;
  }, [game, texts]);

  const onKey = walk && keyHandler({ walk, autoplay, neighbours, onClose });
  useKeys("replay", (event) => onKey?.(event));

  if (!walk) return null;
  const { line, boards, at, node } = walk;
  const search = () => {
    autoplay.stop();
    go({ ...searchFrom(line, boards, at, game.board_size), area: null, wildcards: [], swap: place.get().swap || swapped });
    showSearchBoard();
  };
  const progress = () => {
    const number = count(node.move_number);
    if (node.own.length > 0) return texts.variations.ownProgress(number);
    return node.scene === null ? texts.variations.progress(number) : words.progress(number, count(game.moves));
  };
  // What a user does ends what plays by itself.
  const stop = (event: Event) => {
    if (event.target instanceof Element && !event.target.closest("[data-autoplay]")) autoplay.stop();
  };

  return (
    <div
      class="open-game"
      data-game={game.game}
      onPointerDownCapture={stop}
      onWheelCapture={stop}
    >
      <div class="replay-board">
        <div class="board-head">
          <Players game={game} captures={walk.captures[at] ?? { B: 0, W: 0 }} />
          <IconButton icon="close" label={words.close} onClick={onClose} />
        </div>
        <div class="board-frame">
          <GameBoard size={game.board_size} walk={walk} boardRef={board} ringed={ringed} area={area} />
        </div>
        <Printed size={game.board_size} moves={played(line, at)} />
        <ReplayControls
          at={at}
          line={line}
          progress={progress()}
          description={describe(node, texts, nameOf)}
          autoplay={autoplay}
          onStep={walk.stepTo}
          onTarget={scene === start ? null : () => walk.show(walk.tree.main[start])}
        />
      </div>
      <div class="replay-side">
        <div class="actions">
          <button type="button" class="tool text main" onClick={search}>
            <Icon name="search" /> {words.searchHere}
          </button>
          <Download game={game.game} />
          <IconButton
            icon="print"
            label={texts.exchange.print}
            onClick={() =>
              shownWindow.set({
                kind: "print",
                printed: { path: `games/${game.game}/diagrams${query}`, moves: game.moves, at: trunkOf(node).move_number, game: game.game },
              })
            }
          />
          <div class="neighbours" role="group" aria-label={texts.list.title}>
            <IconButton icon="left" label={words.previousGame} disabled={!previous} onClick={() => previous?.()} />
            <IconButton icon="right" label={words.nextGame} disabled={!next} onClick={() => next?.()} />
          </div>
        </div>
        <Notation size={game.board_size} walk={walk} truncated={variations?.truncated ?? false} />
        <Database game={game.game} swapped={swapped} size={game.board_size} walk={walk} onPoint={setRinged} />
        <Details game={game} />
      </div>
    </div>
  );
}

/** Returns the moves of a line up to a position. */
const played = (line: readonly GameNode[], at: number) =>
  line.slice(0, at + 1).flatMap(({ move, move_number: number }) => (move === null ? [] : [{ number, move }]));

/** Brings the search board to the front, where a search from the game shows. */
function showSearchBoard(): void {
  view.set("board");
  requestAnimationFrame(() => {
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>("#search .board")?.focus();
  });
}

/** Says what was played last. */
function describe(node: GameNode, texts: Texts, nameOf: (move: string) => string): string {
  const words = texts.replay;
  if (node.move === null) return node.parent ? words.setUp : words.start;
  const color = node.color ?? "B";
  return node.move === "pass" ? words.passes(color) : words.plays(color, nameOf(node.move));
}
