import { useLanguage } from "../text/index.ts";

/** All keys of the page. */
export function Keys() {
  const words = useLanguage().texts.keys;
  return (
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
  );
}
