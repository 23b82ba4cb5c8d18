import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useLanguage } from "../text/index.ts";

interface SpanFieldProps {
  label: string;
  /** A range of numbers of moves, such as `10..60`, `4..`, `..9` or `4`. */
  value: string;
  error: string;
  onChange(value: string): void;
}

/** How long a field waits for the next key, in milliseconds. */
const PAUSE = 400;

const endsOf = (value: string): [low: string, high: string] => {
  const [low = "", high] = value.split("..");
  return [low, high ?? low];
};
const spanOf = (low: string, high: string): string => (low === "" && high === "" ? "" : low === high ? low : `${low}..${high}`);

/** The two ends of a range of numbers of moves, which may be empty. */
export function SpanField({ label, value, error, onChange }: SpanFieldProps) {
  const words = useLanguage().texts.pattern;
  const id = useId();
  const [typed, setTyped] = useState(endsOf(value));
  const timer = useRef(0);
  useLayoutEffect(() => {
    if (spanOf(...typed) !== value) setTyped(endsOf(value));
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const type = (end: 0 | 1, text: string) => {
    const digits = text.replace(/\D/g, "").slice(0, 4);
    const next: [string, string] = end === 0 ? [digits, typed[1]] : [typed[0], digits];
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onChange(spanOf(...next)), PAUSE);
  };
  const input = (end: 0 | 1, name: string) => (
    <input
      type="text"
      inputMode="numeric"
      autocomplete="off"
      aria-label={`${label}: ${name}`}
      placeholder={name}
      value={typed[end]}
      aria-invalid={error !== ""}
      aria-describedby={`${id}error`}
      onInput={(event) => type(end, event.currentTarget.value)}
    />
  );
  return (
    <div class="field setting">
      <p>{label}</p>
      <div class="span-field">
        {input(0, words.from)}
        <span aria-hidden="true">–</span>
        {input(1, words.to)}
      </div>
      <p class="field-error" id={`${id}error`} role="status">
        {error}
      </p>
    </div>
  );
}
