import { useState } from "preact/hooks";
import { useAreaName } from "../board/names.ts";
import { chooseAnswers, go, place, scope } from "../core/address.ts";
import { answersOf } from "../core/query.ts";
import { isOption, OPTION_FLAGS, type PatternOptions } from "../core/place.ts";
import type { Answer } from "../core/api.ts";
import { useCell } from "../core/cell.ts";
import type { Position } from "../core/types.ts";
import { anchorOf } from "../go/area.ts";
import { useLanguage } from "../text/index.ts";
import { problemText } from "../text/problems.ts";
import { IconButton, Segments } from "../ui/buttons.tsx";
import { Icon } from "../ui/icons.tsx";
import { setArea, useArea } from "./area.ts";
import { AreaIcon } from "./areatools.tsx";
import { mode } from "./modes.tsx";
import { SpanField } from "./spanfield.tsx";

const NEXT = ["", "X", "O"] as const;

/** What is searched for, if it is a part of the board: the area, what was found, and the options. */
export function PatternCard({ answer }: { answer: Answer<Position> }) {
  const { texts, count } = useLanguage();
  const words = texts.pattern;
  const here = useCell(scope);
  const isEdited = useCell(mode) === "area";
  const nameOf = useAreaName(here.size);
  const known = answer.loading ? undefined : answer.data?.area;
  const area = useArea(here.area, here.size, known);
  if (here.area === null) return null;
  const { wildcards } = here;

  return (
    <section class="pattern card" aria-labelledby="pattern-heading">
      <div class="section-head">
        <h2 id="pattern-heading">
          {area && <AreaIcon area={area} size={here.size} />}
          {area ? nameOf(area) : here.area}
        </h2>
        <button
          type="button"
          class="tool text change"
          aria-pressed={isEdited}
          aria-label={words.change}
          title={words.changeHelp}
          onClick={() => mode.set(isEdited ? "play" : "area")}
        >
          <Icon name="area" /> <span>{words.change}</span>
        </button>
        <IconButton icon="close" label={words.removeArea} onClick={() => setArea(null)} />
      </div>
      <Found answer={answer} anchor={answer.data?.anchor ?? (area ? anchorOf(area, here.size) : null)} inPlace={here.options.in_place} />
      {wildcards.length > 0 && (
        <p class="pattern-note">
          {words.wildcards(count(wildcards.length))}{" "}
          <button type="button" class="link" onClick={() => go({ wildcards: [] })}>
            {words.clearWildcards}
          </button>
        </p>
      )}
      <Options options={here.options} next={answersOf(here)} answer={answer} />
    </section>
  );
}

/** Where the pattern may lie, and how often it was found. */
function Found({ answer, anchor, inPlace }: { answer: Answer<Position>; anchor: Position["anchor"] | null; inPlace: boolean }) {
  const { texts, count } = useLanguage();
  const words = texts.pattern;
  const { data, loading } = answer;
  return (
    <p class="pattern-note" role="status" aria-busy={loading}>
      {anchor && <span data-anchor={anchor}>{inPlace ? words.onlyHere : words.anchors[anchor]}</span>}
      {data?.occurrences !== undefined && data.images !== undefined && (
        <>
          {" "}
          <strong>{words.found(count(data.occurrences))}</strong> {words.inGames(texts.games(count(data.games)))}
          {", "}
          <span title={words.imagesHelp}>{words.images(count(data.images))}</span>
        </>
      )}
    </p>
  );
}

interface OptionsProps {
  options: PatternOptions;
  /** Whose answers are shown. */
  next: string;
  answer: Answer<Position>;
}

function Options({ options, next, answer }: OptionsProps) {
  const { texts } = useLanguage();
  const words = texts.pattern;
  const hasMore = options.next !== "" || options.at !== "" || options.stood !== "" || options.strict;
  const [isMore, setMore] = useState(hasMore);
  const set = (change: Partial<PatternOptions>, once: string) =>
    go({ options: { ...place.get().options, ...change } }, { once });
  const error = answer.loading ? null : answer.error;
  const errorOf = (field: string) => (error?.field === field ? problemText(texts, error) : "");
  // The page has no sequences, which `strict` is about: it can only be switched off.
  const flags = OPTION_FLAGS.filter((flag) => flag !== "strict" || options.strict);
  return (
    <>
      <div class="toolbar pattern-options" role="group" aria-label={words.options}>
        {flags.map((flag) => (
          <button
            key={flag}
            type="button"
            class="tool text"
            aria-pressed={options[flag]}
            title={words.flags[flag].help}
            onClick={() => go({ options: { ...options, [flag]: !options[flag] } })}
          >
            {words.flags[flag].name}
          </button>
        ))}
        <button type="button" class="tool text" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
          {words.more} <Icon name={isMore ? "up" : "down"} />
        </button>
      </div>
      {isMore && (
        <div class="pattern-more">
          <div class="setting">
            <p>{words.next}</p>
            <Segments
              label={words.next}
              value={next === "any" ? "" : next}
              choices={NEXT.map((next) => [next as string, words.nextOf[next]] as const)}
              onChoose={chooseAnswers}
            />
          </div>
          <SpanField label={words.at} value={options.at} error={errorOf("at")} onChange={(at) => set({ at }, "at")} />
          <SpanField
            label={words.stood}
            value={options.stood}
            error={errorOf("stood")}
            onChange={(stood) => set({ stood }, "stood")}
          />
        </div>
      )}
      {error?.field && isOption(error.field) && !(isMore && ["at", "stood"].includes(error.field)) && (
        <p class="field-error" role="alert">
          {problemText(texts, error)}
        </p>
      )}
    </>
  );
}
