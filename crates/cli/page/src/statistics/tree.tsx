import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useMoveName } from "../board/names.ts";
import { go, movesWith, place, scope } from "../core/address.ts";
import type { Place } from "../core/place.ts";
import { queryText, searchQuery } from "../core/query.ts";
import { useAnswer, type Answer } from "../core/api.ts";
import { cell, useCell } from "../core/cell.ts";
import type { Position, Tree } from "../core/types.ts";
import { preview } from "../search/pointed.ts";
import { useLanguage } from "../text/index.ts";
import { problemText } from "../text/problems.ts";
import { Segments } from "../ui/buttons.tsx";
import { TableHead } from "../ui/tablehead.tsx";
import { TreeRowView } from "./treerow.tsx";
import { DEPTHS, LEAST_GAMES, rowsOf, usualLeast, type TreeRow } from "./treerows.ts";

/** How deep the tree is, and how many games a move needs; null for as many as suit the position. They outlast the panel. */
const shape = cell<{ depth: number; least: number | null }>({ depth: 5, least: null });

const pathOf = (here: Place, depth: number, least: number): string => {
  const query = searchQuery(here);
  query.set("depth", String(depth));
  query.set("min_games", String(least));
  return `tree${queryText(query)}`;
};

/** Plays a line from the position, whatever colours follow each other in it. */
function playLine(line: TreeRow["line"]): void {
  const here = place.get();
  let moves = here.moves;
  for (const { move, color } of line) moves = movesWith({ ...here, moves }, move, color);
  go({ moves });
}

/** The continuations from the position. */
export function TreePanel({ position }: { position: Answer<Position> }) {
  const { texts, count } = useLanguage();
  const words = texts.tree;
  const here = useCell(scope);
  const { depth, least: wanted } = useCell(shape);
  const least = wanted ?? usualLeast(position.data?.games ?? 0);
  const [path, setPath] = useState<string | null>(null);
  const next = pathOf(here, depth, least);
  useEffect(() => {
    if (!position.loading) setPath(position.data ? next : null);
  }, [next, position.loading, position.data]);
  const answer = useAnswer<Tree>(path);
  const busy = position.loading || answer.loading || path !== next;

  return (
    <section class="tree" aria-labelledby="tree-heading" tabIndex={-1}>
      <h2 id="tree-heading" class="hidden">
        {words.title}
      </h2>
      <div class="section-head">
        <Control label={words.depth}>
          <Segments
            label={words.depth}
            value={String(depth)}
            choices={DEPTHS.map((choice) => [String(choice), count(choice)] as const)}
            onChoose={(choice) => shape.set({ ...shape.get(), depth: Number(choice) })}
          />
        </Control>
        <Control label={words.least}>
          <Segments
            label={words.least}
            value={String(least)}
            choices={LEAST_GAMES.map((choice) => [String(choice), count(choice)] as const)}
            onChoose={(choice) => shape.set({ ...shape.get(), least: Number(choice) })}
          />
        </Control>
      </div>
      {answer.error && !answer.loading && <p class="status wrong">{problemText(texts, answer.error)}</p>}
      {answer.data && (
        <Branches
          key={answer.path}
          tree={answer.data}
          size={here.size}
          least={least}
          busy={busy}
        />
      )}
      {!answer.data && !answer.error && <p class="nothing">{texts.loading}</p>}
    </section>
  );
}

/** Controls with a visible label; screen readers get the controls' own names. */
export function Control({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="control">
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  );
}

interface BranchesProps {
  tree: Tree;
  size: number;
  least: number;
  /** True if the tree is not that of the position on the board. */
  busy: boolean;
}

/** The rows of the tree: arrow keys move, open and fold, Enter plays the line. */
function Branches({ tree, size, least, busy }: BranchesProps) {
  const { texts, count } = useLanguage();
  const words = texts.tree;
  const nameOf = useMoveName(size);
  const grid = useRef<HTMLTableElement>(null);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string | null>(null);
  const rows = useMemo(() => rowsOf(tree, toggled), [tree, toggled]);
  const at = Math.max(0, rows.findIndex((row) => row.id === active));

  useLayoutEffect(() => () => preview.set([]), []);

  const toggle = (row: TreeRow) => {
    const next = new Set(toggled);
    if (!next.delete(row.id)) next.add(row.id);
    setToggled(next);
  };
  const focus = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (!row) return;
    setActive(row.id);
    grid.current?.querySelector<HTMLElement>(`[data-line="${row.id}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if (!row || event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLTableRowElement)) return;
    const parent = rows.findLastIndex((other, i) => i < at && other.line.length < row.line.length);
    const acts: Record<string, () => unknown> = {
      ArrowDown: () => focus(at + 1),
      ArrowUp: () => focus(at - 1),
      Home: () => focus(0),
      End: () => focus(rows.length - 1),
      ArrowRight: () => (row.isOpen ? focus(at + 1) : row.branch.next_moves.length > 0 && toggle(row)),
      ArrowLeft: () => (row.isOpen ? toggle(row) : parent >= 0 && focus(parent)),
      Enter: () => !busy && playLine(row.line),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  if (rows.length === 0) return <p class="nothing">{words.none(texts.games(count(least)))}</p>;
  return (
    <div class="branches" aria-busy={busy} onPointerLeave={() => preview.set([])} onFocusOut={() => preview.set([])}>
      <table role="treegrid" aria-label={words.title} aria-description={words.help} ref={grid} onKeyDown={onKeyDown}>
        <TableHead
          columns={[
            { name: texts.next.move },
            { name: texts.next.games, class: "number" },
            { name: texts.next.share, class: "number" },
            { name: texts.next.wins, class: "wins", title: texts.next.confidence },
          ]}
        />
        <tbody>
          {rows.map((row, i) => (
            <TreeRowView
              key={row.id}
              row={row}
              name={nameOf(row.branch.move)}
              isActive={i === at}
              onPoint={() => !busy && preview.set(row.line)}
              onFocus={(byKey) => {
                setActive(row.id);
                if (byKey && !busy) preview.set(row.line);
              }}
              onToggle={() => toggle(row)}
              onPlay={() => !busy && playLine(row.line)}
            />
          ))}
        </tbody>
      </table>
      {rows.some(({ branch }) => branch.other_orders) && <p class="note">{words.otherOrdersNote}</p>}
    </div>
  );
}
