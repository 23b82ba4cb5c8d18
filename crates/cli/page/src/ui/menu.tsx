import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
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
  useEffect(() => {
    if (!isOpen) return;
    const onDown = (event: Event) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", onDown);
    return () => document.removeEventListener("pointerdown", onDown);
  }, [isOpen]);
  return (
    <div
      class="menu"
      ref={frame}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        event.stopPropagation();
        close();
      }}
    >
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
