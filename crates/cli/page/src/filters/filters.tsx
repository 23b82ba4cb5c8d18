import { useRef, useState } from "preact/hooks";
import { go, place, scope } from "../core/address.ts";
import { useAnswer, type Answer } from "../core/api.ts";
import { useCell } from "../core/cell.ts";
import { CONDITIONS } from "../core/openapi.ts";
import { activeFilters, FILTER_WORDS, NO_FILTERS, type Filters as FilterValues, type Place } from "../core/place.ts";
import { gamesPath, partOfList, positionPath } from "../core/query.ts";
import type { GameList, Info, Position } from "../core/types.ts";
import { showExplorer } from "../core/view.ts";
import { useLanguage } from "../text/index.ts";
import { useDismiss } from "../ui/dismiss.ts";
import { Icon } from "../ui/icons.tsx";
import { Chips } from "./chips.tsx";
import { labelsOf } from "./conditions.ts";
import { TextField, type TextFieldProps } from "./field.tsx";
import { PlayerField } from "./playerfield.tsx";
import { RankField } from "./rankfield.tsx";
import { RepairedField } from "./repairedfield.tsx";
import { ResultField } from "./resultfield.tsx";
import { SizeField } from "./sizefield.tsx";
import { allArchives, eventsLike } from "./suggestions.ts";
import { Without } from "./without.tsx";
import { YearField } from "./yearfield.tsx";

/** The conditions whose errors are told below the line: those without another field. */
const PLAYERS = ["player", "black", "white"] as const;
const ALL = Object.keys(NO_FILTERS) as (keyof FilterValues)[];

const KOMI = ["0", "0.5", "3.75", "5.5", "6.5", "7.5", "5.5..7.5"];
const HANDICAPS = ["0", "2..", "2", "3", "4", "5", "6", "7", "8", "9"];
const TIMES = ["..10m", "10m..1h", "1h..", "3h.."];
const RULES = ["Japanese", "Chinese", "Korean", "AGA", "New Zealand", "Ing"];

type TextCondition = TextFieldProps["name"];

/** The conditions with fields of other kinds, or in other places, than those of the rest. */
const APART: readonly string[] = [...PLAYERS, "year", "result", "event", "words", "archive", "rank", "repaired"];
const REST = FILTER_WORDS.filter((name) => !APART.includes(name));

/** What the fields of conditions offer. */
const OFFERS: Partial<Record<TextCondition, Partial<TextFieldProps>>> = {
  event: { ask: eventsLike, isName: true },
  archive: { ask: allArchives, isWhole: true },
  from: { placeholder: "2005-11-03" },
  to: { placeholder: "2005-11-03" },
  komi: { choices: KOMI },
  handicap: { choices: HANDICAPS },
  rules: { choices: RULES },
  time: { choices: TIMES },
};

/** The conditions on games: a line with those that are set, and over what they filter, if unfolded, a field for each. */
export function Filters({ info, answer }: { info: Info | null; answer: Answer<Position> }) {
  const { texts } = useLanguage();
  const words = texts.filters;
  const here = useCell(scope);
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useDismiss(frame, isOpen, (byEscape) => (byEscape ? close() : setOpen(false)));
  // The list of all games says it of itself, and the page of a player has no filters.
  const isElsewhere = here.profile !== null || (here.all && here.panel === "games");
  const isEmpty = !answer.loading && answer.data?.games === 0 && activeFilters(here.filters) > 0 && !isElsewhere;
  return (
    <section class="filters" aria-labelledby="filters-button" ref={frame}>
      <div class="filters-head">
        <h2>
          <button
            type="button"
            id="filters-button"
            ref={button}
            class="tool text"
            aria-expanded={isOpen}
            aria-controls="filters-fields"
            onClick={() => setOpen(!isOpen)}
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

function Fields({ info }: { info: Info | null }) {
  const labels = labelsOf(useLanguage().texts);
  const here = useCell(scope);
  const { filters } = here;
  /** A series of changes of the same condition is one entry of the browser's history. */
  const change = (part: Partial<FilterValues>) =>
    go({ filters: { ...place.get().filters, ...part } }, { once: Object.keys(part).join() });
  const text = (name: TextCondition) => (
    <TextField
      key={name}
      label={labels[name]}
      name={name}
      value={filters[name]}
      onChange={(value) => change({ [name]: value })}
      {...(OFFERS[name] ?? { placeholder: CONDITIONS[name] ?? undefined })}
    />
  );
  return (
    <div class="fields">
      <YearField here={here} info={info} onChange={(year) => change({ year })} />
      <ResultField value={filters.result} onChange={(result) => change({ result })} />
      {text("event")}
      {text("words")}
      {text("archive")}
      <SizeField here={here} info={info} />
      <RankField value={filters.rank} onChange={(rank) => change({ rank })} />
      {REST.map(text)}
      <RepairedField value={filters.repaired} onChange={(repaired) => change({ repaired })} />
    </div>
  );
}
