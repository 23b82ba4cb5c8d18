import { useLanguage } from "../text/index.ts";
import { Segments } from "../ui/buttons.tsx";
import { Stone } from "../ui/icons.tsx";
import { FieldGroup } from "./field.tsx";
import { ANY_POINTS, MARGINS, readResult, writeResult, type Margin, type Result } from "./resultcondition.ts";

/** The fields for the winner and for how the game was won. */
export function ResultField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const words = useLanguage().texts.filters;
  const result = readResult(value);
  const { winner, margin, points } = result;
  const change = (part: Partial<Result>) => onChange(writeResult({ ...result, ...part }));
  const isWon = winner !== "draw" && winner !== "void";
  return (
    <FieldGroup label={words.result} names={["result"]} class="wide">
      <div class="together">
        <Segments
          label={words.winner}
          value={winner ?? "unreadable"}
          choices={[
            ["", words.anyResult],
            ["B", <><Stone color="B" /> {words.winners.B}</>],
            ["W", <><Stone color="W" /> {words.winners.W}</>],
            ["draw", words.draw],
            ["void", words.void],
          ]}
          onChoose={(winner) => winner !== "unreadable" && change({ winner })}
        />
        <select
          aria-label={words.margin}
          value={margin}
          disabled={!isWon}
          onChange={(event) => change({ margin: event.currentTarget.value as Margin })}
        >
          {MARGINS.map((each) => (
            <option key={each} value={each}>
              {words.margins[each]}
            </option>
          ))}
        </select>
        <input
          type="text"
          aria-label={words.points}
          placeholder={ANY_POINTS}
          value={points}
          disabled={!isWon || margin !== "points"}
          onChange={(event) => change({ points: event.currentTarget.value.trim() })}
        />
      </div>
    </FieldGroup>
  );
}
