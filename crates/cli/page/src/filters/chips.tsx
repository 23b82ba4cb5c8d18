import { go, scope } from "../core/address.ts";
import { nameOfWhole, NO_FILTERS } from "../core/place.ts";
import { useCell } from "../core/cell.ts";
import { refused } from "../core/refused.ts";
import { useLanguage } from "../text/index.ts";
import { Icon, Stone } from "../ui/icons.tsx";
import { PlayerLink } from "../ui/playerlink.tsx";
import { activeConditions } from "./conditions.ts";

/** The conditions that are set, each with a button that removes it. */
export function Chips() {
  const { texts } = useLanguage();
  const words = texts.filters;
  const conditions = activeConditions(useCell(scope), texts);
  const wrong = useCell(refused);
  if (conditions.length === 0) return null;

  return (
    <>
      <ul class="chips" aria-label={words.active}>
        {conditions.map((condition) => {
          const { name, value, label, text, color, removal } = condition;
          const isRefused = wrong.some((other) => other.name === name && other.value === value);
          const isPlayer = name === "player" || color !== null;
          return (
            <li key={name + value} class={isRefused ? "chip refused" : "chip"}>
              {isRefused && <Icon name="warning" />}
              {color && <Stone color={color} />}
              {color && <span class="hidden">{label}: </span>}
              {!isPlayer && <span class="about">{label}</span>}
              {isPlayer && !isRefused && nameOfWhole(value) !== null ? (
                <PlayerLink name={text} />
              ) : (
                <bdi title={text}>{text}</bdi>
              )}
              {isRefused && <span class="hidden">({words.ignored})</span>}
              <button
                type="button"
                aria-label={words.remove(name === "player" ? text : words.condition(label, text))}
                onClick={() => go(removal)}
              >
                <Icon name="close" />
              </button>
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        class="link"
        aria-label={words.clear}
        onClick={() => {
          go({ filters: NO_FILTERS, sizes: null });
          document.getElementById("filters-button")?.focus();
        }}
      >
        {words.clearShort}
      </button>
    </>
  );
}
