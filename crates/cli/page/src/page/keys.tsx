import { useEffect, useRef } from "preact/hooks";
import { cell, useCell } from "../core/cell.ts";
import { useLanguage } from "../text/index.ts";
import { IconButton } from "../ui/buttons.tsx";

/** True while the keys of the page are shown. */
export const keysShown = cell(false);

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input:not([type=range], [type=checkbox]), select, textarea, [contenteditable]");

/** A window with all keys of the page, which "?" opens. */
export function KeysWindow() {
  const { texts } = useLanguage();
  const words = texts.keys;
  const isShown = useCell(keysShown);
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "?" || event.ctrlKey || event.altKey || event.metaKey || isField(event.target)) return;
      event.preventDefault();
      keysShown.set(!keysShown.get());
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  useEffect(() => {
    if (isShown) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isShown]);

  return (
    <dialog
      class="keys"
      ref={dialog}
      aria-labelledby="keys-heading"
      onClose={() => keysShown.set(false)}
      onClick={(event) => event.target === dialog.current && keysShown.set(false)}
    >
      {isShown && (
        <div class="keys-window">
          <div class="keys-head">
            <h2 id="keys-heading">{words.title}</h2>
            <IconButton icon="close" label={words.close} onClick={() => keysShown.set(false)} />
          </div>
          {words.groups.map(({ name, keys }) => (
            <section key={name}>
              <h3>{name}</h3>
              <dl>
                {keys.map(([names, does]) => (
                  <div key={names}>
                    <dt>
                      {names.split(" ").map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      )}
    </dialog>
  );
}
