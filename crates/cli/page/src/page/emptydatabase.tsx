import { useLanguage } from "../text/index.ts";

/** What to do with a database that has no games. */
export function EmptyDatabase() {
  const words = useLanguage().texts.empty;
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
