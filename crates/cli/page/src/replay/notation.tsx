import { Fragment } from "preact";
import { memo } from "preact/compat";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useMoveName } from "../board/names.ts";
import { NARROW } from "../core/media.ts";
import { useLanguage } from "../text/index.ts";
import { unlessOff } from "../ui/buttons.tsx";
import { variationLetter } from "./hints.tsx";
import { chainFrom, hasComment, isFork, trunkOf, variationsAt, type GameNode } from "./gametree.ts";
import type { Walk } from "./walk.ts";

/** The maximum number of moves listed together; a record may have thousands. */
const MOST = 600;

/** How much of the list is at least seen before and after the move shown, in pixels. */
const MARGIN = 8;

/** A variation: its moves, and how many variations it lies in. */
interface Chain {
  moves: GameNode[];
  depth: number;
}

/** Returns the variations at a position of the main line, each before those that branch off it. */
function chainsAt(fork: GameNode): Chain[] {
  const chains: Chain[] = [];
  const waiting = variationsAt(fork).map((first) => ({ first, depth: 0 })).reverse();
  let listed = 0;
  for (let next = waiting.pop(); next && listed < MOST; next = waiting.pop()) {
    const { first, depth } = next;
    const moves = chainFrom(first);
    chains.push({ moves: moves.slice(0, MOST - listed), depth });
    listed += moves.length;
    const further = moves.flatMap(variationsAt);
    waiting.push(...further.map((first) => ({ first, depth: depth + 1 })).reverse());
  }
  return chains;
}

/** Returns the variation that a position is in, from there on. */
function chainOf(node: GameNode): Chain {
  let first = node;
  while (first.parent?.scene === null && first.parent.children[0] === first) first = first.parent;
  const moves = chainFrom(first);
  return { moves: moves.slice(moves.indexOf(node), moves.indexOf(node) + MOST), depth: 1 };
}

interface NotationProps {
  size: number;
  walk: Walk;
  truncated: boolean;
}

/** The moves of a game with their comments and, below a move, the variations in its place. Those near the position shown are unfolded. */
export function Notation({ size, walk, truncated }: NotationProps) {
  const { texts, count } = useLanguage();
  const words = texts.variations;
  const list = useRef<HTMLDivElement>(null);
  const { main, others } = walk.tree;
  const trunk = trunkOf(walk.node);
  // At a move with alternatives, its fork is the position before.
  const open = [trunk, trunk.parent].find((node) => node && isFork(node)) ?? null;
  const hasVariations = useMemo(() => main.some(isFork), [main]);
  const show = useRef(walk.show);
  show.current = walk.show;

  useLayoutEffect(() => {
    const frame = list.current;
    if (!frame) return;
    const current = frame.querySelector<HTMLElement>("[aria-current]");
    const comment = frame.querySelector<HTMLElement>(".comments.current");
    const top = (current?.offsetTop ?? 0) - MARGIN;
    const end = comment ?? current;
    const bottom = end ? end.offsetTop + end.offsetHeight + MARGIN : 0;
    // In the upper third, its comment and what follows are seen, too; on a phone, only the top is.
    const isNarrow = matchMedia(NARROW).matches;
    frame.scrollTop = isNarrow ? top : Math.min(top, Math.max(frame.scrollTop, bottom - frame.clientHeight / 3));
    if (document.activeElement !== frame && frame.contains(document.activeElement)) current?.focus({ preventScroll: true });
  }, [walk.node]);

  const shared = { size, show };
  const forkAt = (fork: GameNode) =>
    isFork(fork) && <Fork {...shared} fork={fork} current={fork === open ? walk.node : null} isOpen={fork === open} />;
  return (
    <section class="card notation" aria-labelledby="notation-heading">
      <div class="card-head">
        <h3 id="notation-heading">{texts.names.moves}</h3>
        {hasVariations && (
          <button type="button" class="link" {...unlessOff(walk.node.scene !== null, () => walk.show(trunk))}>
            {words.back}
          </button>
        )}
      </div>
      <div class="notation-list" ref={list} tabIndex={0} role="group" aria-labelledby="notation-heading">
        {main.map((node, i) => (
          <Fragment key={i}>
            <Move {...shared} node={node} isCurrent={node === walk.node} />
            {node.parent && forkAt(node.parent)}
          </Fragment>
        ))}
        {main.slice(-1).map(forkAt)}
        {truncated && <p class="empty">{words.truncated(count(others.size))}</p>}
      </div>
    </section>
  );
}

interface Shared {
  size: number;
  show: { current: Walk["show"] };
}

/** The variations at a position of the main line. */
const Fork = memo(function Fork({ fork, current, isOpen, ...shared }: Shared & { fork: GameNode; current: GameNode | null; isOpen: boolean }) {
  const listed = useMemo(() => (isOpen ? chainsAt(fork) : []), [fork, isOpen]);
  const isListed = current === null || current.scene !== null || listed.some(({ moves }) => moves.includes(current));
  const chains = isListed ? listed : [chainOf(current), ...listed];
  const firsts = variationsAt(fork);
  return (
    <div class={isOpen ? "fork open" : "fork"} data-fork={fork.scene}>
      {isOpen
        ? chains.map((chain, i) => (
            <ChainLine
              {...shared}
              key={i}
              chain={chain}
              letter={chain.depth === 0 ? firsts.indexOf(chain.moves[0] ?? fork) : null}
              current={current && chain.moves.includes(current) ? current : null}
            />
          ))
        : firsts.map((node, i) => (
            <Fragment key={i}>
              <Letter number={i} />
              <Ply {...shared} node={node} isCurrent={false} />
              {hasComment(node) && <span class="has-comment" aria-hidden="true">*</span>}
            </Fragment>
          ))}
    </div>
  );
});

interface ChainProps extends Shared {
  chain: Chain;
  /** The number of the variation at its fork, if it leaves the main line. */
  letter: number | null;
  current: GameNode | null;
}

const ChainLine = memo(function ChainLine({ chain, letter, current, ...shared }: ChainProps) {
  const { texts } = useLanguage();
  return (
    <div class="chain" style={{ paddingInlineStart: Math.min(chain.depth, 5) * 16 + (letter === null ? 20 : 0) }}>
      {letter !== null && <Letter number={letter} />}
      {chain.moves[0]?.own.length === 1 && <span class="badge">{texts.variations.own}</span>}
      {chain.moves.map((node, i) => (
        <Move {...shared} key={i} node={node} isCurrent={node === current} />
      ))}
    </div>
  );
});

/** The letter that the variation has on the board. */
const Letter = ({ number }: { number: number }) => (
  <span class="ply-letter" aria-hidden="true">
    {variationLetter(number)}
  </span>
);

interface MoveProps extends Shared {
  node: GameNode;
  isCurrent: boolean;
}

/** A move and what the record says about it. */
const Move = memo(function Move({ node, isCurrent, ...shared }: MoveProps) {
  if (!node.parent && !hasComment(node)) return null;
  return (
    <>
      <Ply {...shared} node={node} isCurrent={isCurrent} />
      {hasComment(node) && (
        <div class={isCurrent ? "comments current" : "comments"} onClick={() => shared.show.current(node)}>
          {node.comments.map((comment, i) => (
            <p key={i} dir="auto">
              {comment}
            </p>
          ))}
        </div>
      )}
    </>
  );
});

function Ply({ node, size, isCurrent, show }: MoveProps) {
  const { texts, count } = useLanguage();
  const nameOf = useMoveName(size);
  const { replay, variations } = texts;
  const name = () => {
    if (node.move !== null) return nameOf(node.move);
    if (!node.parent) return replay.start;
    return node.put.length + node.removed.length > 0 ? replay.setUp : variations.comment;
  };
  return (
    <button
      type="button"
      class="ply"
      data-node={node.id ?? undefined}
      // Keys step through the moves.
      tabIndex={isCurrent ? 0 : -1}
      aria-current={isCurrent ? "true" : undefined}
      aria-label={variations.ply(count(node.move_number), node.color, name())}
      onClick={() => show.current(node)}
    >
      {node.move !== null && <span class="ply-number">{node.move_number}</span>}
      {name()}
    </button>
  );
}
