import { useEffect, useLayoutEffect, useMemo, useRef, useState, type MutableRef } from "preact/hooks";
import { useMoveName } from "../board/names.ts";
import { Printed } from "../board/printed.tsx";
import { go, movesWith } from "../core/address.ts";
import type { Place } from "../core/place.ts";
import type { Game, NextMove, Variations } from "../core/types.ts";
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
import { searchFrom } from "./scenes.ts";
import type { GameNode } from "./gametree.ts";
import { VariationList } from "./variations.tsx";
import { useWalk } from "./walk.ts";

interface OpenGameProps {
  game: Game;
  variations: Variations | null;
  /** The step that the place asks for. */
  wanted: Pick<Place, "at" | "node">;
  /** True if `game` is the answer to the latest request. */
  current: boolean;
  /** The step to stay at until the next game is there. */
  frozen: Pick<Place, "at" | "node"> | null;
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
  const { start } = game.replay;
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
  const search = (answer: NextMove | null) => {
    autoplay.stop();
    const from = searchFrom(line, boards, at, game.board_size);
    const moves = answer ? movesWith(from, answer.move, answer.color) : from.moves;
    go({ ...from, moves, area: null, wildcards: [] });
    showSearchBoard();
  };
  // What a user does ends what plays by itself.
  const stop = (event: Event) => {
    if (event.target instanceof Element && !event.target.closest("[data-autoplay]")) autoplay.stop();
  };
  const hasComments = game.variations > 0 || game.replay.scenes.some(({ comments }) => comments.length > 0);

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
          last={line.length - 1}
          progress={
            node.id === null
              ? words.progress(count(node.move_number), count(game.moves))
              : texts.variations.progress(count(node.move_number))
          }
          description={describe(node, texts, nameOf)}
          autoplay={autoplay}
          onStep={walk.stepTo}
          onTarget={scene === start ? null : () => walk.show(walk.tree.main[start])}
        />
      </div>
      <div class="replay-side">
        <div class="actions">
          <button type="button" class="tool text main" onClick={() => search(null)}>
            <Icon name="search" /> {words.searchHere}
          </button>
          <Download game={game.game} />
          <IconButton
            icon="print"
            label={texts.exchange.print}
            onClick={() =>
              shownWindow.set({
                kind: "print",
                printed: { path: `games/${game.game}/diagrams${query}`, moves: game.moves, at: node.move_number, game: game.game },
              })
            }
          />
          <div class="neighbours" role="group" aria-label={texts.list.title}>
            <IconButton icon="left" label={words.previousGame} disabled={!previous} onClick={() => previous?.()} />
            <IconButton icon="right" label={words.nextGame} disabled={!next} onClick={() => next?.()} />
          </div>
        </div>
        {hasComments && <Comments node={node} />}
        <Database game={game.game} size={game.board_size} walk={walk} onPoint={setRinged} onSearch={search} />
        {game.variations > 0 && (
          <VariationList size={game.board_size} walk={walk} truncated={variations?.truncated ?? false} />
        )}
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

/** What the record says about a position. The room stays when it says nothing, so that nothing below moves. */
function Comments({ node }: { node: GameNode }) {
  const words = useLanguage().texts.replay;
  return (
    <div class="comments" role="region" aria-label={words.commentOn(node.color)} tabIndex={0} key={node.id ?? `scene${node.scene}`}>
      {node.comments.map((comment, i) => (
        <p key={i} dir="auto">
          {comment}
        </p>
      ))}
      {node.comments.length === 0 && <p class="empty">{words.noComment}</p>}
    </div>
  );
}
