import { useLayoutEffect } from "preact/hooks";
import { cell, useCell } from "../core/cell.ts";
import { useLanguage } from "../text/index.ts";
import { Dialog } from "../ui/dialog.tsx";
import { takesText } from "../ui/field.ts";

/** True while the keys of the page are shown. */
export const keysShown = cell(false);

/** A window with all keys of the page, which "?" opens and closes. */
export function KeysWindow() {
  const { texts } = useLanguage();
  const words = texts.keys;
  const isShown = useCell(keysShown);

  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "?" || event.ctrlKey || event.altKey || event.metaKey || takesText(event.target)) return;
      event.preventDefault();
      keysShown.set(!keysShown.get());
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  if (!isShown) return null;
  return (
    <Dialog title={words.title} onClose={() => keysShown.set(false)}>
      <div class="keys">
        {words.groups.map(({ name, keys }) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {keys.map(([names, does]) => (
                <div key={names}>
                  <dt>
                    {names.split(" ").map((key) => (key === "+" ? <span key={key}>+</span> : <kbd key={key}>{key}</kbd>))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p>{texts.next.strength}</p>
    </Dialog>
  );
}
