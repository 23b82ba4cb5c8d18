import { useMoveName } from "../board/names.ts";
import { scope } from "../core/address.ts";
import { filterQuery, queryText, searchQuery } from "../core/query.ts";
import { useAnswer } from "../core/api.ts";
import { useCell } from "../core/cell.ts";
import type { NextMove, Novelty, Position } from "../core/types.ts";
import { samePoints } from "../go/symmetry.ts";
import { unlessOff } from "../ui/buttons.tsx";
import { TableHead } from "../ui/tablehead.tsx";
import { WinBar } from "../ui/winbar.tsx";
import { useLanguage } from "../text/index.ts";
import { Icon, Stone } from "../ui/icons.tsx";
import { useRested } from "./rested.ts";
import { searchFrom } from "./scenes.ts";
import type { Walk } from "./walk.ts";

/** The number of next moves shown; the table of the search board has all. */
const ROWS = 6;

interface DatabaseProps {
  game: number;
  size: number;
  walk: Walk;
  /** Rings a point of the board. */
  onPoint(point: string | null): void;
  /** Searches for the position after a move that the game does not have. */
  onSearch(move: NextMove): void;
}

/** What the games of the database played in the position shown. */
export function Database({ game, size, walk, onPoint, onSearch }: DatabaseProps) {
  const { texts, count } = useLanguage();
  const words = texts.database;
  const here = useCell(scope);
  const { line, boards, at, node } = walk;
  const asked = `position${queryText(searchQuery({ ...here, ...searchFrom(line, boards, at, size), area: null }))}`;
  const answer = useAnswer<Position>(useRested(asked));
  const isCurrent = answer.path === asked && answer.data !== null;
  const position = answer.data;
  const next = line[at + 1];
  const played = next?.move && isCurrent ? samePoints(next.move, boards[at] ?? new Map(), size) : [];
  const isPlayed = (move: NextMove) => move.color === next?.color && played.includes(move.move);

  const all = position?.next_moves ?? [];
  const most = all.slice(0, ROWS);
  const rare = all.slice(ROWS).find(isPlayed);
  const shown = rare ? [...most.slice(0, ROWS - 1), rare] : most;
  const play = (move: NextMove) => {
    const points = samePoints(move.move, boards[at] ?? new Map(), size);
    const child = node.children.find((child) => child.color === move.color && points.includes(child.move ?? ""));
    if (!walk.show(child)) onSearch(move);
  };

  return (
    <section class="card common" aria-labelledby="common-heading" aria-busy={!isCurrent && answer.error === null}>
      <div class="card-head">
        <h3 id="common-heading">{words.title}</h3>
        <p class="tally">{position && texts.games(count(position.games))}</p>
      </div>
      <div class="common-rows" onMouseLeave={() => onPoint(null)}>
        {shown.length > 0 ? (
          <table>
            <TableHead
              columns={[
                { name: texts.next.move },
                { name: texts.next.games, class: "number" },
                { name: texts.next.share, class: "number" },
                { name: texts.next.wins },
              ]}
            />
            <tbody>
              {shown.map((move) => (
                <Row
                  key={move.color + move.move}
                  move={move}
                  size={size}
                  isPlayed={isPlayed(move)}
                  isCurrent={isCurrent}
                  onPoint={onPoint}
                  onPlay={play}
                />
              ))}
            </tbody>
          </table>
        ) : (
          <p class="empty">{position ? words.none : answer.error ? "" : texts.loading}</p>
        )}
      </div>
      <NoveltyLine game={game} walk={walk} />
    </section>
  );
}

interface RowProps {
  move: NextMove;
  size: number;
  isPlayed: boolean;
  isCurrent: boolean;
  onPoint(point: string | null): void;
  onPlay(move: NextMove): void;
}

function Row({ move, size, isPlayed, isCurrent, onPoint, onPlay }: RowProps) {
  const { texts, count, percent } = useLanguage();
  const nameOf = useMoveName(size);
  return (
    <tr
      class={isPlayed ? "clickable played" : "clickable"}
      data-next={move.color + move.move}
      onMouseEnter={() => isCurrent && onPoint(move.move)}
    >
      <td>
        <button type="button" class="row-button" {...unlessOff(!isCurrent, () => onPlay(move))}>
          <Stone color={move.color} />
          <span class="hidden">{texts.ofColor(move.color)} </span>
          {nameOf(move.move)}
          {isPlayed && <span class="badge">{texts.database.played}</span>}
        </button>
      </td>
      <td class="number">{count(move.games)}</td>
      <td class="number">{percent(move.share)}</td>
      <td>
        <WinBar tally={move} />
      </td>
    </tr>
  );
}

/** Where the game left all others, and the way there. */
function NoveltyLine({ game, walk }: { game: number; walk: Walk }) {
  const { texts, count } = useLanguage();
  const words = texts.database;
  const here = useCell(scope);
  const query = filterQuery(here.filters);
  if (here.swap) query.set("swap", "true");
  const answer = useAnswer<Novelty>(`games/${game}/novelty${queryText(query)}`);
  const data = answer.loading ? null : answer.data;
  const { main } = walk.tree;
  const last = data?.at ?? null;
  const left = last === null ? undefined : main[last + 1];
  const told = () => {
    if (!data) return "";
    if (last === null || data.move_number === null) return words.alone;
    return left ? words.left(count(data.move_number + 1)) : words.never;
  };
  return (
    <p class="novelty" data-novelty={left?.scene}>
      <span>{told()}</span>
      {left && (
        <button type="button" class="link" {...unlessOff(walk.node === left, () => walk.show(left))}>
          {words.goThere} <Icon name="right" />
        </button>
      )}
    </p>
  );
}
