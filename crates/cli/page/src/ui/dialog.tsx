import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { useLanguage } from "../text/index.ts";
import { IconButton } from "./buttons.tsx";

interface DialogProps {
  title: string;
  onClose(): void;
  children: ComponentChildren;
}

/** A window over the page, which it keeps out of reach. Escape and a click beside the window close it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const { texts } = useLanguage();
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // Closing gives the focus back to where it was.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      class="dialog"
      ref={element}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <div class="dialog-window">
        <div class="dialog-head">
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label={texts.close} onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
