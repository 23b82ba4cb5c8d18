import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { useMoveName } from "../board/names.ts";
import { scope } from "../core/address.ts";
import type { Place } from "../core/place.ts";
import { filterQuery, positionPath, queryText } from "../core/query.ts";
import { useAnswer } from "../core/api.ts";
import { useCell } from "../core/cell.ts";
import type { NextMove, Novelty, Position } from "../core/types.ts";
import { samePoints } from "../go/symmetry.ts";
import { OpeningNames } from "../search/head.tsx";
import { nextMove, SideHead, useSideBar } from "../search/side.tsx";
import { unlessOff } from "../ui/buttons.tsx";
import { TableHead } from "../ui/tablehead.tsx";
import { useLanguage } from "../text/index.ts";
import { Icon, Stone } from "../ui/icons.tsx";
import { useRested } from "./rested.ts";
import { searchFrom, type Stones } from "./scenes.ts";
import type { Walk } from "./walk.ts";

/** The number of next moves shown; the table of the search board has all. */
const ROWS = 6;

interface DatabaseProps {
  game: number;
  /** True if the game is shown with exchanged colours. */
  swapped: boolean;
  size: number;
  walk: Walk;
  /** Rings a point of the board. */
  onPoint(point: string | null): void;
}

/** What the games of the database played in the position shown; where no other game has it, this folds to a line. */
export function Database({ game, swapped, size, walk, onPoint }: DatabaseProps) {
  const { texts, count } = useLanguage();
  const words = texts.database;
  const here = useCell(scope);
  const { line, boards, at, node } = walk;
  const swap = here.swap || swapped;
  const novelty = useNovelty(game, swap);
  const isAlone = novelty !== null && node.scene !== null && node.scene > (novelty.at ?? -1);
  const wanted = useMemo(
    (): Place => ({ ...here, ...searchFrom(line, boards, at, size), area: null, swap }),
    [here, swap, line, boards, at, size],
  );
  const rested = useRested(isAlone ? null : wanted);
  const answer = useAnswer<Position>(rested && positionPath(rested));
  const bar = useSideBar(rested);
  const isCurrent = rested === wanted && !answer.loading && answer.data !== null;
  const position = answer.data;
  const next = line[at + 1];
  const stones: Stones = boards[at] ?? new Map();
  const played = next?.move && isCurrent ? samePoints(next.move, stones, size) : [];
  const isPlayed = (move: NextMove) => move.color === next?.color && played.includes(move.move);

  const all = position?.next_moves ?? [];
  const most = all.slice(0, ROWS);
  const rare = all.slice(ROWS).find(isPlayed);
  const shown = rare ? [...most.slice(0, ROWS - 1), rare] : most;
  const play = ({ move, color }: NextMove) => {
    const points = samePoints(move, stones, size);
    const known = node.children.find((child) => child.color === color && points.includes(child.move ?? ""));
    walk.play(known?.move ?? move, color);
  };

  const isUnknown = node.scene === null && position?.games === 0;
  const isFolded = isAlone || isUnknown;
  return (
    <section
      class={isFolded ? "card common folded" : "card common"}
      aria-label={words.title}
      aria-busy={!isAlone && !isCurrent && answer.error === null}
    >
      {!isFolded && (
        <>
          <div class="card-head">
            <h3>{words.title}</h3>
            <OpeningNames position={position} />
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
                    { name: <SideHead />, class: "wins" },
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
                      bar={bar(move, (position) => nextMove(position, move))}
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
        </>
      )}
      {isUnknown ? <p class="novelty">{texts.list.none}</p> : <NoveltyLine novelty={novelty} walk={walk} />}
    </section>
  );
}

interface RowProps {
  move: NextMove;
  size: number;
  isPlayed: boolean;
  isCurrent: boolean;
  /** Who won. */
  bar: ComponentChildren;
  onPoint(point: string | null): void;
  onPlay(move: NextMove): void;
}

function Row({ move, size, isPlayed, isCurrent, bar, onPoint, onPlay }: RowProps) {
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
      <td>{bar}</td>
    </tr>
  );
}

/** Asks where the game left all others; null until that is known. */
function useNovelty(game: number, swap: boolean): Novelty | null {
  const here = useCell(scope);
  const query = filterQuery(here.filters);
  if (swap) query.set("swap", "true");
  const answer = useAnswer<Novelty>(`games/${game}/novelty${queryText(query)}`);
  return answer.loading ? null : answer.data;
}

/** Where the game left all others, and the way there. */
function NoveltyLine({ novelty, walk }: { novelty: Novelty | null; walk: Walk }) {
  const { texts, count } = useLanguage();
  const words = texts.database;
  const { at: last = null, move_number: number = null } = novelty ?? {};
  const left = last === null ? undefined : walk.tree.main[last + 1];
  const told = () => {
    if (!novelty) return "";
    if (last === null || number === null) return words.alone;
    return left ? words.only : words.never;
  };
  return (
    <p class="novelty" data-novelty={left?.scene}>
      <span>{told()}</span>{" "}
      {left && (
        <button type="button" class="link" {...unlessOff(walk.node === left, () => walk.show(left))}>
          {words.from(count((number ?? 0) + 1))} <Icon name="right" />
        </button>
      )}
    </p>
  );
}
