import { useState } from "preact/hooks";
import { go, place, scope } from "../core/address.ts";
import { NO_FILTERS, type Filters as FilterValues } from "../core/place.ts";
import { useCell } from "../core/cell.ts";
import type { Info } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";
import { Icon } from "../ui/icons.tsx";
import { Chips } from "./chips.tsx";
import { TextField } from "./field.tsx";
import { PlayerField } from "./playerfield.tsx";
import { RankField } from "./rankfield.tsx";
import { ResultField } from "./resultfield.tsx";
import { SizeField } from "./sizefield.tsx";
import { allArchives, eventsLike } from "./suggestions.ts";
import { YearField } from "./yearfield.tsx";

/** The conditions whose errors are told below the line: those without another field. */
const PLAYERS = ["player", "black", "white"] as const;
const ALL = Object.keys(NO_FILTERS) as (keyof FilterValues)[];

const KOMI = ["0", "0.5", "3.75", "5.5", "6.5", "7.5", "5.5..7.5"];
const HANDICAPS = ["0", "2..", "2", "3", "4", "5", "6", "7", "8", "9"];
const RULES = ["Japanese", "Chinese", "Korean", "AGA", "New Zealand", "Ing"];

/** The conditions on games: a line with those that are set, and below it, if unfolded, a field for each. */
export function Filters({ info }: { info: Info | null }) {
  const { texts } = useLanguage();
  const words = texts.filters;
  const [isOpen, setOpen] = useState(false);
  return (
    <section class="filters" aria-labelledby="filters-button">
      <div class="filters-head">
        <h2>
          <button
            type="button"
            id="filters-button"
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
      <div id="filters-fields" hidden={!isOpen}>
        {isOpen && <Fields info={info} />}
      </div>
    </section>
  );
}

function Fields({ info }: { info: Info | null }) {
  const words = useLanguage().texts.filters;
  const here = useCell(scope);
  const { filters } = here;
  /** A series of changes of the same condition is one entry of the browser's history. */
  const change = (part: Partial<FilterValues>) =>
    go({ filters: { ...place.get().filters, ...part } }, { once: Object.keys(part).join() });
  return (
    <div class="fields">
      <YearField here={here} info={info} onChange={(year) => change({ year })} />
      <ResultField value={filters.result} onChange={(result) => change({ result })} />
      <TextField
        label={words.event}
        name="event"
        value={filters.event}
        ask={eventsLike}
        isName
        onChange={(event) => change({ event })}
      />
      <TextField label={words.words} name="words" value={filters.words} onChange={(text) => change({ words: text })} />
      <TextField
        label={words.archive}
        name="archive"
        value={filters.archive}
        ask={allArchives}
        isWhole
        onChange={(archive) => change({ archive })}
      />
      <SizeField here={here} info={info} />
      <RankField value={filters.rank} onChange={(rank) => change({ rank })} />
      {(["from", "to"] as const).map((name) => (
        <TextField
          key={name}
          label={words[name]}
          name={name}
          value={filters[name]}
          placeholder="2005-11-03"
          onChange={(date) => change({ [name]: date })}
        />
      ))}
      <TextField label={words.komi} name="komi" value={filters.komi} choices={KOMI} onChange={(komi) => change({ komi })} />
      <TextField
        label={words.handicap}
        name="handicap"
        value={filters.handicap}
        choices={HANDICAPS}
        onChange={(handicap) => change({ handicap })}
      />
      <TextField label={words.rules} name="rules" value={filters.rules} choices={RULES} onChange={(rules) => change({ rules })} />
    </div>
  );
}
