import { go, place } from "../core/address.ts";
import { wholeName, type Filters } from "../core/place.ts";
import { useCell } from "../core/cell.ts";
import { refused, type Refused } from "../core/refused.ts";
import { useLanguage } from "../text/index.ts";
import { problemText } from "../text/problems.ts";

/** Takes a name in place of the one that nobody has. */
function take({ name, value }: Refused, similar: string): void {
  const { filters } = place.get();
  const whole = name === "archive" ? similar : wholeName(similar);
  const change: Partial<Filters> =
    name === "player"
      ? { player: filters.player.map((other) => (other === value ? whole : other)) }
      : { [name]: whole };
  go({ filters: { ...filters, ...change } });
}

/** What the server says against a condition, beside its field. The room for it is reserved; more lies over what follows. */
export function Complaint({ names, id }: { names: readonly (keyof Filters)[]; id: string }) {
  const { texts } = useLanguage();
  const words = texts.filters;
  const wrong = useCell(refused).filter(({ name }) => names.includes(name));
  return (
    <div class="complaint" id={id} role="status">
      {wrong.map((condition) => {
        const { name, value, problem } = condition;
        const { similar } = problem;
        return (
          <p key={name + value} class="field-error">
            {problemText(texts, problem, value)}
            {similar.length > 0 && <> {words.instead}</>}
            {similar.map((other) => (
              <button key={other} type="button" class="link" onClick={() => take(condition, other)}>
                <bdi>{other}</bdi>
              </button>
            ))}
          </p>
        );
      })}
    </div>
  );
}

/** Returns whether the server refuses one of these conditions. */
export const useIsRefused = (names: readonly (keyof Filters)[]): boolean =>
  useCell(refused).some(({ name }) => names.includes(name));
