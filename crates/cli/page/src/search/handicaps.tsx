import { useLayoutEffect, useRef } from "preact/hooks";
import { go } from "../core/address.ts";
import { useCell } from "../core/cell.ts";
import type { Position } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";
import { Icon, Stone } from "../ui/icons.tsx";
import { showsHandicaps } from "./pointed.ts";
import type { Bar } from "./side.tsx";

interface HandicapsProps {
  handicaps: NonNullable<Position["handicaps"]>;
  /** True if the table has a column for engines. */
  hasEngine: boolean;
  hasTrends: boolean;
  bar: Bar;
}

/** The games that begin with handicap stones, in a row that opens to one for each number of stones. */
export function Handicaps({ handicaps, hasEngine, hasTrends, bar }: HandicapsProps) {
  const { texts, count } = useLanguage();
  const isOpen = useCell(showsHandicaps);
  const last = useRef<HTMLTableRowElement>(null);
  useLayoutEffect(() => {
    if (isOpen) last.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  if (handicaps.length === 0) return null;
  return (
    <>
      <tr class="clickable">
        <th scope="row">
          <button type="button" class="row-button" aria-expanded={isOpen} onClick={() => showsHandicaps.set(!isOpen)}>
            {texts.next.handicaps} <Icon name={isOpen ? "up" : "down"} />
          </button>
        </th>
        <td class="number">{!isOpen && count(handicaps.reduce((sum, { games }) => sum + games, 0))}</td>
        <td colSpan={2 + Number(hasEngine) + Number(hasTrends)} />
      </tr>
      {isOpen &&
        handicaps.map((handicap) => {
          const { stones, games } = handicap;
          const setUp = () => go({ stones: String(stones), toPlay: "W", moves: [], wildcards: [] });
          return (
            <tr
              key={stones}
              ref={last}
              class="clickable"
              data-handicap={stones}
              // The bar lies over the button, so that its tooltip shows.
              onClick={(event) => event.target instanceof Element && event.target.closest(".win-bar") && setUp()}
            >
              <th scope="row">
                <button type="button" class="row-button" onClick={setUp}>
                  <Stone color="B" /> {texts.setup.stones(count(stones))}
                </button>
              </th>
              <td class="number">{count(games)}</td>
              <td />
              <td>{bar(handicap, (position) => position.handicaps?.find((other) => other.stones === stones))}</td>
              {hasEngine && <td class="engine" />}
              {hasTrends && <td class="trend" />}
            </tr>
          );
        })}
    </>
  );
}
