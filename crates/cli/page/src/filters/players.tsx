import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Filters } from "../core/address.ts";
import { get } from "../core/api.ts";
import { useLanguage } from "../text/index.ts";
import { Icon, Stone } from "../ui/icons.tsx";

type Role = "player" | "black" | "white";

interface PlayersProps {
  filters: Filters;
  error: string;
  onChange(change: Partial<Filters>): void;
}

/** Requests the names that match the typed beginning, shortly after the last key. */
function useNames(typed: string): string[] {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    if (typed.trim() === "") {
      setNames([]);
      return;
    }
    const control = new AbortController();
    const timer = setTimeout(() => {
      get<{ players: string[] }>(`players?${new URLSearchParams({ prefix: typed.trim(), limit: "12" })}`, control.signal)
        .then((answer) => setNames(answer.players))
        .catch(() => control.signal.aborted || setNames([]));
    }, 150);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [typed]);
  return names;
}

/** The filter by players: a field that completes names, and the selected names. */
export function Players({ filters, error, onChange }: PlayersProps) {
  const words = useLanguage().texts.filters;
  const roles: Record<Role, string> = { player: words.either, black: words.black, white: words.white };
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [role, setRole] = useState<Role>("player");
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const names = useNames(typed);
  const shown = open && names.length > 0;

  useEffect(() => setChosen(-1), [names]);

  const add = (name: string) => {
    const clean = name.trim();
    if (clean === "") return;
    if (role === "player") {
      if (!filters.player.includes(clean)) onChange({ player: [...filters.player, clean] });
    } else {
      onChange({ [role]: clean });
    }
    setTyped("");
    setOpen(false);
    input.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && names.length > 0) {
      setOpen(true);
      setChosen((chosen + step + names.length + (chosen < 0 && step < 0 ? 1 : 0)) % names.length);
      event.preventDefault();
    } else if (event.key === "Enter") {
      event.preventDefault();
      add((shown && names[chosen]) || typed);
    } else if (event.key === "Escape" && shown) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };

  const remove = (name: string, of: Role) => {
    onChange(of === "player" ? { player: filters.player.filter((other) => other !== name) } : { [of]: "" });
    input.current?.focus();
  };

  const chips: { role: Role; name: string }[] = [
    ...filters.player.map((name) => ({ role: "player" as const, name })),
    ...(["black", "white"] as const).flatMap((of) => (filters[of] ? [{ role: of, name: filters[of] }] : [])),
  ];

  return (
    <div class="field wide players">
      <label for={`${id}input`}>{words.player}</label>
      <div class="joined">
        <div class="combo">
          <input
            ref={input}
            id={`${id}input`}
            type="text"
            role="combobox"
            autocomplete="off"
            spellcheck={false}
            placeholder={words.nameOrPart}
            aria-autocomplete="list"
            aria-expanded={shown}
            aria-controls={`${id}list`}
            aria-activedescendant={shown && chosen >= 0 ? `${id}name${chosen}` : undefined}
            aria-describedby={`${id}error`}
            aria-invalid={error !== ""}
            value={typed}
            onInput={(event) => {
              setTyped(event.currentTarget.value);
              setOpen(true);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setOpen(false)}
          />
          <ul id={`${id}list`} role="listbox" aria-label={words.player} hidden={!shown}>
            {names.map((name, index) => (
              <li
                key={name}
                id={`${id}name${index}`}
                role="option"
                aria-selected={index === chosen}
                onMouseDown={(event) => {
                  event.preventDefault();
                  add(name);
                }}
                dir="auto"
              >
                {name}
              </li>
            ))}
          </ul>
        </div>
        <select
          aria-label={words.role}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
        >
          {(Object.keys(roles) as Role[]).map((of) => (
            <option key={of} value={of}>
              {roles[of]}
            </option>
          ))}
        </select>
        <button type="button" class="tool text" disabled={typed.trim() === ""} onClick={() => add(typed)}>
          {words.add}
        </button>
      </div>
      <p class="field-error" id={`${id}error`} role="status">
        {error}
      </p>
      {chips.length > 0 && (
        <ul class="chips" aria-label={words.chosen}>
          {chips.map((chip) => (
            <li key={`${chip.role}${chip.name}`}>
              {chip.role !== "player" && <Stone color={chip.role === "black" ? "B" : "W"} />}
              <bdi>{chip.name}</bdi>
              <button
                type="button"
                aria-label={words.remove(chip.role === "player" ? chip.name : `${chip.name} (${roles[chip.role]})`)}
                onClick={() => remove(chip.name, chip.role)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
