import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { useDismiss } from "./dismiss.ts";
import { Icon, type IconName } from "./icons.tsx";

interface MenuProps {
  icon: IconName;
  label: string;
  /** True to show the label beside the icon. */
  text?: boolean;
  /** True to open above the button, for buttons at the bottom of the window. */
  up?: boolean;
  /** What the window shows; a function gets the one that closes the window. */
  children: ComponentChildren | ((close: () => void) => ComponentChildren);
}

/** A button that opens a small window. Escape and a click elsewhere close the window. */
export function Menu({ icon, label, text, up, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useDismiss(frame, isOpen, (byEscape) => (byEscape ? close() : setOpen(false)));
  return (
    <div class="menu" ref={frame}>
      <button
        type="button"
        class={text ? "tool text" : "tool"}
        ref={button}
        aria-label={label}
        title={text ? undefined : label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={icon} /> {text && label}
      </button>
      {isOpen && (
        <div class={up ? "menu-window up" : "menu-window"}>
          {typeof children === "function" ? children(close) : children}
        </div>
      )}
    </div>
  );
}
