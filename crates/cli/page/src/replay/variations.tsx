import { Fragment } from "preact";
import { memo } from "preact/compat";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useMoveName } from "../board/names.ts";
import { useLanguage } from "../text/index.ts";
import { unlessOff } from "../ui/buttons.tsx";
import { variationLetter } from "./hints.tsx";
import { chainFrom, trunkOf, type GameNode } from "./gametree.ts";
import type { Walk } from "./walk.ts";

/** The maximum number of moves listed together; a record may have thousands. */
const MOST = 600;

/** A variation: its moves, and how many variations it lies in. */
interface Chain {
  moves: GameNode[];
  depth: number;
}

/** Returns the variations at a position of the main line, each before those that branch off it. */
function chainsAt(fork: GameNode): Chain[] {
  const chains: Chain[] = [];
  const waiting = fork.children.slice(1).map((first) => ({ first, depth: 0 })).reverse();
  let listed = 0;
  for (let next = waiting.pop(); next && listed < MOST; next = waiting.pop()) {
    const { first, depth } = next;
    const moves = chainFrom(first);
    chains.push({ moves: moves.slice(0, MOST - listed), depth });
    listed += moves.length;
    const further = moves.flatMap((node) => node.children.slice(1));
    waiting.push(...further.map((first) => ({ first, depth: depth + 1 })).reverse());
  }
  return chains;
}

interface VariationsProps {
  size: number;
  walk: Walk;
  truncated: boolean;
}

/** The variations of a record, by the move of the game that they replace. Those near the position shown are unfolded. */
export function VariationList({ size, walk, truncated }: VariationsProps) {
  const { texts, count } = useLanguage();
  const words = texts.variations;
  const list = useRef<HTMLDivElement>(null);
  const { main } = walk.tree;
  const forks = useMemo(() => main.filter((node) => node.children.length > 1), [main]);
  const trunk = trunkOf(walk.node);
  // At a move with alternatives, its fork is the position before.
  const open = [trunk, trunk.parent].find((node) => node && node.children.length > 1) ?? null;
  const show = useRef(walk.show);
  show.current = walk.show;

  useLayoutEffect(() => {
    const frame = list.current;
    const current = frame?.querySelector<HTMLElement>("[aria-current]") ?? frame?.querySelector<HTMLElement>(".fork.open");
    if (!frame || !current) return;
    const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
    if (top < frame.scrollTop) frame.scrollTop = top;
    else if (bottom > frame.scrollTop + frame.clientHeight) frame.scrollTop = bottom - frame.clientHeight;
  }, [walk.node]);

  return (
    <section class="card variations" aria-labelledby="variations-heading">
      <div class="card-head">
        <h3 id="variations-heading">{words.title}</h3>
        <button type="button" class="link" {...unlessOff(walk.node.id === null, () => walk.show(trunk))}>
          {words.back}
        </button>
      </div>
      <div class="variation-list" ref={list} tabIndex={0} role="group" aria-labelledby="variations-heading">
        {forks.map((fork) => (
          <Fork
            key={fork.scene}
            fork={fork}
            size={size}
            current={fork === open ? walk.node : null}
            isOpen={fork === open}
            show={show}
          />
        ))}
        {forks.length === 0 && <p class="empty">{texts.loading}</p>}
        {truncated && <p class="empty">{words.truncated(count(walk.tree.others.size))}</p>}
      </div>
    </section>
  );
}

interface ForkProps {
  fork: GameNode;
  size: number;
  current: GameNode | null;
  isOpen: boolean;
  show: { current: Walk["show"] };
}

const Fork = memo(function Fork({ fork, size, current, isOpen, show }: ForkProps) {
  const { texts, count } = useLanguage();
  const chains = useMemo(() => (isOpen ? chainsAt(fork) : []), [fork, isOpen]);
  const number = fork.children[0]?.move_number ?? fork.move_number + 1;
  return (
    <div class={isOpen ? "fork open" : "fork"} data-fork={fork.scene}>
      <p>
        <span class="fork-name">{texts.variations.at(count(number))}</span>
        {(isOpen ? fork.children.slice(0, 1) : fork.children).map((child, i) => (
          <Fragment key={i}>
            {i > 0 && <Letter number={i - 1} />}
            <MoveButton node={child} size={size} isCurrent={child === current} isMain={i === 0} show={show} />
          </Fragment>
        ))}
      </p>
      {chains.map((chain) => (
        <ChainLine
          key={chain.moves[0]?.id}
          chain={chain}
          size={size}
          letter={chain.depth === 0 ? fork.children.indexOf(chain.moves[0] ?? fork) - 1 : null}
          current={current && chain.moves.includes(current) ? current : null}
          show={show}
        />
      ))}
    </div>
  );
});

interface ChainProps extends Pick<ForkProps, "size" | "current" | "show"> {
  chain: Chain;
  /** The number of the variation at its fork, if it leaves the main line. */
  letter: number | null;
}

const ChainLine = memo(function ChainLine({ chain, letter, size, current, show }: ChainProps) {
  return (
    <p class="chain" style={{ paddingInlineStart: Math.min(chain.depth, 5) * 16 + (letter === null ? 20 : 0) }}>
      {letter !== null && <Letter number={letter} />}
      {chain.moves.map((node) => (
        <MoveButton key={node.id} node={node} size={size} isCurrent={node === current} isMain={false} show={show} />
      ))}
    </p>
  );
});

/** The letter that the variation has on the board. */
const Letter = ({ number }: { number: number }) => (
  <span class="ply-letter" aria-hidden="true">
    {variationLetter(number)}
  </span>
);

const MoveButton = memo(function MoveButton(props: { node: GameNode; size: number; isCurrent: boolean; isMain: boolean } & Pick<ForkProps, "show">) {
  const { node, size, isCurrent, isMain, show } = props;
  const { texts, count } = useLanguage();
  const nameOf = useMoveName(size);
  const name = node.move !== null ? nameOf(node.move) : node.put.length + node.removed.length > 0 ? texts.replay.setUp : texts.variations.comment;
  return (
    <button
      type="button"
      class={isMain ? "ply main-line" : "ply"}
      data-node={node.id ?? undefined}
      aria-current={isCurrent ? "true" : undefined}
      aria-label={texts.variations.ply(count(node.move_number), node.color, name)}
      onClick={() => show.current(node)}
    >
      {node.move !== null && <span class="ply-number">{node.move_number}</span>}
      {name}
      {node.comments.length > 0 && <span class="has-comment" aria-hidden="true">*</span>}
    </button>
  );
});
