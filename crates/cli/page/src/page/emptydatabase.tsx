import { importWindow, mayChange } from "../core/permission.ts";
import type { Info } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";

/** What to do with a database that has no games. */
export function EmptyDatabase({ info }: { info: Info | null }) {
  const { texts } = useLanguage();
  const words = texts.empty;
  if (mayChange(info)) {
    return (
      <section class="card empty-database" aria-labelledby="empty-heading">
        <h2 id="empty-heading">{words.title}</h2>
        <p>{words.add}</p>
        <button type="button" class="tool text main" onClick={() => importWindow.set({ given: null })}>
          {texts.import.open}
        </button>
      </section>
    );
  }
  return (
    <section class="card empty-database" aria-labelledby="empty-heading">
      <h2 id="empty-heading">{words.title}</h2>
      <p>{words.how}</p>
      <pre>
        <code>bgo import games.zip</code>
      </pre>
      <p>{words.what}</p>
    </section>
  );
}
