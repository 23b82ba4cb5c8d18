import { mayChange } from "../core/permission.ts";
import type { Info } from "../core/types.ts";
import { exampleGames } from "../import/changes.ts";
import { Drop } from "../import/drop.tsx";
import { importWindow } from "../import/shown.ts";
import { useLanguage } from "../text/index.ts";

/** What to do with a database that has no games. */
export default function EmptyDatabase({ info }: { info: Info | null }) {
  const words = useLanguage().texts.empty;
  return (
    <section class="card empty-database" aria-labelledby="empty-heading">
      <h2 id="empty-heading">{words.title}</h2>
      {mayChange(info) ? (
        <>
          <Drop onGiven={(given) => importWindow.set({ given })} />
          <p>{words.example}</p>
          <button type="button" class="tool text main" onClick={() => importWindow.set({ given: exampleGames() })}>
            {words.tryExample}
          </button>
        </>
      ) : (
        <>
          <p>{words.how}</p>
          <pre>
            <code>bgo import games.zip</code>
          </pre>
          <p>{words.what}</p>
        </>
      )}
    </section>
  );
}
