import { useId, useRef, useState } from "preact/hooks";
import { go, place } from "../core/address.ts";
import { wholeName, type Filters } from "../core/place.ts";
import type { Color } from "../go/points.ts";
import { useLanguage } from "../text/index.ts";
import { Segments } from "../ui/buttons.tsx";
import { Combo } from "../ui/combo.tsx";
import { Sides } from "../ui/icons.tsx";
import { openPlayer } from "../ui/playerlink.tsx";
import { Complaint, useIsRefused } from "./complaint.tsx";
import { playersLike, useSuggestions } from "./suggestions.ts";

type Role = "player" | "black" | "white";

/** Adds a condition on a player; each is an entry of the browser's history. */
function add(role: Role, name: string): void {
  const { filters } = place.get();
  if (role !== "player") go({ filters: { ...filters, [role]: name } });
  else if (!filters.player.includes(name)) go({ filters: { ...filters, player: [...filters.player, name] } });
}

/** The field that completes the names of players, and the colour of the player. It tells what is wrong with `names`. */
export function PlayerField({ names }: { names: readonly (keyof Filters)[] }) {
  const { texts } = useLanguage();
  const words = texts.filters;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [role, setRole] = useState<Role>("player");
  const text = typed.trim();
  const choices = useSuggestions(text, text === "" ? null : playersLike);
  const isWrong = useIsRefused(["player", "black", "white"]);
  const take = (name: string) => {
    if (name.replace(/^=/, "").trim() === "") return;
    add(role, name.trim());
    setTyped("");
    input.current?.focus();
  };
  return (
    <div class="player-field">
      <Combo
        label={words.player}
        placeholder={words[role]}
        typed={typed}
        choices={choices}
        isWrong={isWrong}
        describedBy={id}
        inputRef={input}
        onType={setTyped}
        onChoose={(choice) => take(wholeName(choice.value))}
        onEnter={take}
        aside={{ icon: "player", label: ({ value }) => texts.profile.open(value), act: ({ value }) => openPlayer(value) }}
      />
      <RoleField role={role} onChange={setRole} />
      <Complaint names={names} id={id} />
    </div>
  );
}

/** Chooses the colour of the player that is typed next. */
function RoleField({ role, onChange }: { role: Role; onChange(role: Role): void }) {
  const words = useLanguage().texts.filters;
  const sign = (name: string, ...colors: Color[]) => (
    <span title={name}>
      <Sides colors={colors} />
      <span class="hidden">{name}</span>
    </span>
  );
  return (
    <Segments
      label={words.role}
      value={role}
      choices={[
        ["player", sign(words.either, "B", "W")],
        ["black", sign(words.black, "B")],
        ["white", sign(words.white, "W")],
      ]}
      onChoose={onChange}
    />
  );
}
