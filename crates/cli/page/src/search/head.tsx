import type { Answer } from "../core/api.ts";
import type { Position } from "../core/types.ts";
import { ShareMenu } from "../exchange/share.tsx";
import type { Color } from "../go/points.ts";
import { useLanguage, yearSpan } from "../text/index.ts";
import { Sides } from "../ui/icons.tsx";
import { Modes } from "./modes.tsx";

interface SearchHeadProps {
  answer: Answer<Position>;
  /** The colour to play; null if either may answer. */
  toPlay: Color | null;
  /** Changes whose turn it is. */
  onTurn(): void;
}

/** The line above the search board: whose turn it is, the modes, how many games have the position, and its name. */
export function SearchHead({ answer, toPlay, onTurn }: SearchHeadProps) {
  const { texts } = useLanguage();
  return (
    <div class="board-head">
      <h2 id="search-heading" class="hidden">
        {texts.search.title}
      </h2>
      <button type="button" class="turn" onClick={onTurn} title={texts.search.switchTurn}>
        <Sides colors={toPlay ? [toPlay] : ["B", "W"]} />
        <span>{toPlay ? texts.search.toPlay(toPlay) : texts.search.eitherToPlay}</span>
      </button>
      <Modes />
      <ShareMenu />
      <div class="found">
        <p class="tally" aria-busy={answer.loading}>
          <Tally answer={answer} />
        </p>
        <OpeningNames position={answer.data} />
      </div>
    </div>
  );
}

/** The names of the openings and josekis on the board. */
export function OpeningNames({ position }: { position: Position | null }) {
  const { code } = useLanguage();
  if (!position?.openings) return null;
  return <p class="openings">{position.openings.map((names) => names[code as keyof typeof names]).join(" · ")}</p>;
}

function Tally({ answer: { data, error } }: { answer: Answer<Position> }) {
  const { texts, count } = useLanguage();
  if (!data) return error ? null : <>{texts.loading}</>;
  return (
    <>
      <strong>{texts.games(count(data.games))}</strong>
      {data.first_year !== null && (
        <span class="span-of-years">, {yearSpan(data.first_year, data.last_year, texts)}</span>
      )}
    </>
  );
}
