import type { ComponentChildren } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { Icon } from "./icons.tsx";

interface FoldProps {
  title: string;
  /** Draws the contents, given the function that folds them. */
  children(fold: () => void): ComponentChildren;
}

/** A heading that unfolds a part of the page, which is loaded and drawn only while it is open. */
export function Fold({ title, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const fold = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div class="block whole">
      <h3>
        <button
          type="button"
          class="unfolds"
          ref={button}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? "down" : "right"} /> {title}
        </button>
      </h3>
      <div id={id}>{isOpen && children(fold)}</div>
    </div>
  );
}
