import type { ComponentChildren, Ref } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "./icons.tsx";

export interface Choice {
  value: string;
  /** What the list shows, if not the value. */
  name?: string;
  /** Shown at the end of the line, such as a number of games. */
  note?: ComponentChildren;
}

interface ComboProps {
  id?: string;
  /** The name of the field, if no label names it. */
  label: string;
  typed: string;
  choices: readonly Choice[];
  placeholder?: string;
  isWrong?: boolean;
  describedBy?: string;
  inputRef?: Ref<HTMLInputElement>;
  onType(text: string): void;
  onChoose(choice: Choice): void;
  /** A second thing to do with a choice, with the mouse or a finger. */
  aside?: { icon: IconName; label(choice: Choice): string; act(choice: Choice): void };
  /** Enter, where no line of the list is chosen. */
  onEnter(text: string): void;
}

/** How high the list may be, in pixels. */
const HIGHEST = 264;

/** A text field with a list of what may be typed. The list lies over the page, wherever the field is. */
export function Combo(props: ComboProps) {
  const { choices, typed, aside } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const isShown = isOpen && choices.length > 0;

  // Before the next key, which may come sooner than the next picture.
  useLayoutEffect(() => setChosen(-1), [choices, isOpen]);
  useLayoutEffect(() => {
    if (isShown && frame.current && list.current) putBeside(list.current, frame.current);
  }, [isShown, choices]);
  useEffect(() => {
    if (!isShown) return;
    // A list that stays where the field was is in the way.
    const onScroll = (event: Event) => {
      if (event.target !== list.current) setOpen(false);
    };
    window.addEventListener("scroll", onScroll, true);
    window.addEventListener("resize", onScroll);
    return () => {
      window.removeEventListener("scroll", onScroll, true);
      window.removeEventListener("resize", onScroll);
    };
  }, [isShown]);
  useEffect(() => list.current?.children[chosen]?.scrollIntoView({ block: "nearest" }), [chosen]);

  const choose = (choice: Choice) => {
    setOpen(false);
    props.onChoose(choice);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && choices.length > 0) {
      event.preventDefault();
      if (isShown) setChosen((chosen + step + choices.length + (chosen < 0 && step < 0 ? 1 : 0)) % choices.length);
      else setOpen(true);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const choice = isShown ? choices[chosen] : undefined;
      setOpen(false);
      if (choice) choose(choice);
      else props.onEnter(typed);
    } else if (event.key === "Escape" && isShown) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };

  return (
    <div class="combo" ref={frame}>
      <input
        ref={props.inputRef}
        id={props.id}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        placeholder={props.placeholder}
        aria-label={props.label}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}list`}
        aria-activedescendant={isShown && chosen >= 0 ? `${id}${chosen}` : undefined}
        aria-describedby={props.describedBy}
        aria-invalid={props.isWrong ?? false}
        value={typed}
        onInput={(event) => {
          setOpen(true);
          props.onType(event.currentTarget.value);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      <ul id={`${id}list`} ref={list} role="listbox" aria-label={props.label} hidden={!isShown}>
        {isShown &&
          choices.map((choice, index) => (
            <li
              key={choice.value}
              id={`${id}${index}`}
              role="option"
              aria-selected={index === chosen}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
            >
              <bdi>{choice.name ?? choice.value}</bdi>
              {choice.note !== undefined && <span class="note">{choice.note}</span>}
              {aside && (
                <span
                  class="aside"
                  aria-hidden="true"
                  title={aside.label(choice)}
                  onClick={(event) => {
                    event.stopPropagation();
                    setOpen(false);
                    aside.act(choice);
                  }}
                >
                  <Icon name={aside.icon} />
                </span>
              )}
            </li>
          ))}
      </ul>
    </div>
  );
}

/** Puts a list below a field, or above it where there is more room. */
function putBeside(list: HTMLElement, field: HTMLElement): void {
  const { left, top, bottom, width } = field.getBoundingClientRect();
  const below = window.innerHeight - bottom;
  const isAbove = below < Math.min(HIGHEST, list.scrollHeight) + 8 && top > below;
  const room = (isAbove ? top : below) - 8;
  const style = list.style;
  style.left = `${Math.min(left, window.innerWidth - Math.max(width, 200) - 8)}px`;
  style.minWidth = `${Math.max(width, 200)}px`;
  style.maxHeight = `${Math.min(HIGHEST, room)}px`;
  style.top = isAbove ? "auto" : `${bottom + 2}px`;
  style.bottom = isAbove ? `${window.innerHeight - top + 2}px` : "auto";
}
