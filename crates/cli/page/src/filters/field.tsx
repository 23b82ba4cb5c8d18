import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { wholeName, type Filters } from "../core/place.ts";
import { Combo, type Choice } from "../ui/combo.tsx";
import { Complaint, useIsRefused } from "./complaint.tsx";
import { useSuggestions, type Suggest } from "./suggestions.ts";

/** How long typing must pause before a question is sent, in milliseconds. */
const PAUSE = 400;

interface FieldProps {
  label: string;
  names: readonly (keyof Filters)[];
  class?: string;
  children: ComponentChildren;
}

/** Controls with a common name, and what the server says against their conditions. */
export function FieldGroup({ label, names, class: extra = "", children }: FieldProps) {
  const id = useId();
  return (
    <fieldset class={`field ${extra}`} aria-describedby={id}>
      <legend>{label}</legend>
      {children}
      <Complaint names={names} id={id} />
    </fieldset>
  );
}

export interface TextFieldProps {
  label: string;
  name: Exclude<keyof Filters, "player">;
  value: string;
  placeholder?: string;
  /** Values to choose among, or a function that asks for them. */
  choices?: readonly string[];
  ask?: Suggest;
  /** True if a chosen value is a whole name, which the condition marks with `=`. */
  isName?: boolean;
  /** True if a part of a value is none, so that what is typed counts from Enter on. */
  isWhole?: boolean;
  onChange(value: string): void;
}

/** A text field that reports its value shortly after the last key, or at once on Enter and when a value is chosen. */
export function TextField(props: TextFieldProps) {
  const { label, name, value } = props;
  const id = useId();
  const { typed, type, send } = useTyped(value, props.onChange, props.isWhole ? null : PAUSE);
  const [isTouched, setTouched] = useState(false);
  const asked = useSuggestions(typed, (props.ask && isTouched && props.ask) || null);
  const choices = useMemo(() => {
    const like = typed.trim().toLowerCase();
    const own = (props.choices ?? []).map((value): Choice => ({ value }));
    return props.ask ? asked.filter((choice) => choice.value.toLowerCase().includes(like) || name === "event") : own;
  }, [typed, asked, props.choices, props.ask]);
  const names = [name];
  const isWrong = useIsRefused(names);
  return (
    <div class="field" onFocusIn={() => setTouched(true)}>
      <label for={id}>{label}</label>
      <Combo
        id={id}
        label={label}
        typed={typed}
        placeholder={props.placeholder}
        choices={choices}
        isWrong={isWrong}
        describedBy={`${id}complaint`}
        onType={type}
        onChoose={(choice) => send(props.isName ? wholeName(choice.value) : choice.value)}
        onEnter={send}
      />
      <Complaint names={names} id={`${id}complaint`} />
    </div>
  );
}

/** Returns what is typed in a field, and the functions to type on, which reports after a pause unless it is null, and to report at once. */
function useTyped(value: string, onChange: (value: string) => void, pause: number | null) {
  const shown = value.replace(/^=/, "");
  const [typed, setTyped] = useState(shown);
  const timer = useRef(0);
  const latest = useRef(onChange);
  latest.current = onChange;
  // What is being typed stays, even a blank at its end, and a letter that comes before the next picture.
  useLayoutEffect(() => setTyped((typed) => (typed.trim() === value ? typed : shown)), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (text: string) => {
    clearTimeout(timer.current);
    const next = text.trim();
    // A whole name that nobody changed stays one.
    if (next !== value && next !== shown) latest.current(next);
    else if (next === shown) setTyped(shown);
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    if (pause !== null || text.trim() === "") timer.current = window.setTimeout(() => send(text), pause ?? 0);
  };
  return { typed, type, send };
}
