import { go, place, scope } from "../core/address.ts";
import { useCell } from "../core/cell.ts";
import { CONDITIONS } from "../core/openapi.ts";
import { FILTER_WORDS, type Filters } from "../core/place.ts";
import type { Info } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";
import { labelsOf } from "./conditions.ts";
import { TextField, type TextFieldProps } from "./field.tsx";
import { RankField } from "./rankfield.tsx";
import { RepairedField } from "./repairedfield.tsx";
import { ResultField } from "./resultfield.tsx";
import { SizeField } from "./sizefield.tsx";
import { allArchives, eventsLike, openingsIn, playersLike } from "./suggestions.ts";
import { YearField } from "./yearfield.tsx";

const KOMI = ["0", "0.5", "3.75", "5.5", "6.5", "7.5", "5.5..7.5"];
const HANDICAPS = ["0", "2..", "2", "3", "4", "5", "6", "7", "8", "9"];
const TIMES = ["..10m", "10m..1h", "1h..", "3h.."];
const RULES = ["Japanese", "Chinese", "Korean", "AGA", "New Zealand", "Ing"];

type TextCondition = TextFieldProps["name"];

/** The conditions with fields of other kinds, or in other places, than those of the rest. */
const APART: readonly string[] = ["black", "white", "year", "result", "event", "words", "archive", "rank", "repaired"];
const REST = FILTER_WORDS.filter((name) => !APART.includes(name));

/** What the fields of conditions offer. */
const OFFERS: Partial<Record<TextCondition, Partial<TextFieldProps>>> = {
  event: { ask: eventsLike, isName: true },
  won: { ask: playersLike, isName: true },
  lost: { ask: playersLike, isName: true },
  archive: { ask: allArchives, isWhole: true },
  opening: { ask: openingsIn, isName: true },
  from: { placeholder: "2005-11-03" },
  to: { placeholder: "2005-11-03" },
  komi: { choices: KOMI },
  handicap: { choices: HANDICAPS },
  rules: { choices: RULES },
  time: { choices: TIMES },
};

/** A field for each condition but those on players. */
export function Fields({ info }: { info: Info | null }) {
  const labels = labelsOf(useLanguage().texts);
  const here = useCell(scope);
  const { filters } = here;
  /** A series of changes of the same condition is one entry of the browser's history. */
  const change = (part: Partial<Filters>) =>
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
