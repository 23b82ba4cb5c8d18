import { useLayoutEffect, useRef } from "preact/hooks";
import { scope } from "../core/address.ts";
import { useAnswer, type Answer } from "../core/api.ts";
import { cell, useCell } from "../core/cell.ts";
import { activeFilters, NO_FILTERS, type Filters as FilterValues, type Place } from "../core/place.ts";
import { gamesPath, partOfList, positionPath } from "../core/query.ts";
import type { GameList, Info, Position } from "../core/types.ts";
import { showExplorer } from "../core/view.ts";
import { useLanguage } from "../text/index.ts";
import { useDismiss } from "../ui/dismiss.ts";
import { Icon } from "../ui/icons.tsx";
import { lazily } from "../ui/lazily.tsx";
import { Chips } from "./chips.tsx";
import { PlayerField } from "./playerfield.tsx";
import { Without } from "./without.tsx";

/** The conditions whose errors are told below the line: those without another field. */
const PLAYERS = ["player", "black", "white"] as const;
const ALL = Object.keys(NO_FILTERS) as (keyof FilterValues)[];

/** The fields, which the first screen does not need. */
const Fields = lazily(() => import("./fields.tsx").then((part) => part.Fields));

/** True while the fields are shown. */
const isUnfolded = cell(false);

/** A button that opens the fields from elsewhere, with the number of conditions. */
export function FiltersButton() {
  const { texts, count } = useLanguage();
  const active = activeFilters(useCell(scope).filters);
  const isOpen = useCell(isUnfolded);
  return (
    <button
      type="button"
      class="tool"
      aria-label={active > 0 ? `${texts.filters.title} ${count(active)}` : texts.filters.title}
      aria-expanded={isOpen}
      aria-controls="filters-fields"
      onClick={() => isUnfolded.set(true)}
    >
      <Icon name="filter" /> {active > 0 && count(active)}
    </button>
  );
}

/** The conditions on games: a line with those that are set, and over what they filter, if unfolded, a field for each. */
export function Filters({ info, answer }: { info: Info | null; answer: Answer<Position> }) {
  const { texts } = useLanguage();
  const words = texts.filters;
  const here = useCell(scope);
  const isOpen = useCell(isUnfolded);
  const frame = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (!isOpen) return;
    opener.current = document.activeElement as HTMLElement | null;
    if (!frame.current?.contains(opener.current)) button.current?.focus({ preventScroll: true });
  }, [isOpen]);
  const close = () => {
    isUnfolded.set(false);
    opener.current?.focus({ preventScroll: true });
  };
  useDismiss(frame, isOpen, (byEscape) => (byEscape ? close() : isUnfolded.set(false)));
  // The list of all games says it of itself, and the page of a player has no filters.
  const isElsewhere = here.profile !== null || (here.all && here.panel === "games");
  const isEmpty = !answer.loading && answer.data?.games === 0 && activeFilters(here.filters) > 0 && !isElsewhere;
  return (
    <section class={isOpen ? "filters open" : "filters"} aria-labelledby="filters-button" ref={frame}>
      <div class="filters-head">
        <h2>
          <button
            type="button"
            id="filters-button"
            ref={button}
            class="tool text"
            aria-expanded={isOpen}
            aria-controls="filters-fields"
            onClick={() => isUnfolded.set(!isOpen)}
          >
            <Icon name="filter" /> {words.title} <Icon name={isOpen ? "up" : "down"} />
          </button>
        </h2>
        <PlayerField names={isOpen ? PLAYERS : ALL} />
        <Chips />
      </div>
      {isEmpty && <Without here={here} pathOf={positionPath} />}
      <div id="filters-fields" hidden={!isOpen}>
        {isOpen && (
          <>
            <Fields info={info} />
            <ShowButton
              here={here}
              onClick={() => {
                close();
                showExplorer();
              }}
            />
          </>
        )}
      </div>
    </section>
  );
}

/** Closes the fields, and tells how many games the list then has. */
function ShowButton({ here, onClick }: { here: Place; onClick(): void }) {
  const { texts, count } = useLanguage();
  const { data, loading } = useAnswer<GameList>(partOfList(gamesPath(here), 0, 1));
  return (
    <p class="fields-end">
      <button type="button" class="tool text main" aria-busy={loading} onClick={onClick}>
        {texts.filters.show(texts.games(data ? count(data.games) : "…"))}
      </button>
    </p>
  );
}
