import type { Change } from "../core/types.ts";
import { sentence, useLanguage } from "../text/index.ts";
import type { Refusal } from "./changes.ts";

/** The errors that the page says in its own words. */
const KNOWN = ["lost", "changing", "may_not_change", "no_token", "stopped"] as const;

const isRefusal = (of: Change | Refusal): of is Refusal => "name" in of;

/** How a change ended, or why it did not begin. */
export function Outcome({ of, onAgree }: { of: Change | Refusal; onAgree(of: Change): void }) {
  const words = useLanguage().texts.import;
  if (isRefusal(of)) {
    const { code, message } = of.error;
    const known = KNOWN.find((name) => name === code);
    const reason = known ? words.problems[known] : sentence(message);
    return (
      <p class="import-outcome wrong">
        {of.name && <bdi>{of.name}: </bdi>}
        {reason}
      </p>
    );
  }
  return <Ended of={of} onAgree={onAgree} />;
}

function Ended({ of, onAgree }: { of: Change; onAgree(of: Change): void }) {
  const { texts, count } = useLanguage();
  const words = texts.import;
  const { imported, removed } = of;
  const games = (number: number) => texts.games(count(number));
  if (of.state === "refused") {
    const lost = of.would_remove ?? 0;
    return (
      <div class="import-outcome">
        <p>{lost > 0 ? words.wouldRemove(of.archive, games(lost)) : words.losesNothing(of.archive)}</p>
        <button type="button" class="tool text" onClick={() => onAgree(of)}>
          {lost > 0 ? words.agree(games(lost)) : words.agreeToSource}
        </button>
      </div>
    );
  }
  return (
    <div class="import-outcome">
      <p>
        <bdi>{of.archive}</bdi>: {of.state === "stopped" && words.stopped} {of.state === "failed" && words.failed}
        {imported && words.imported(games(imported.added), count(imported.duplicates))}
        {imported?.removed !== undefined && words.leftOut(games(imported.removed))}
        {removed && words.removed(games(removed.games))}
      </p>
      {imported && imported.rejected > 0 && (
        <ul>
          {imported.rejections.map(({ kind, games: number, members }) => (
            <li key={kind}>
              {games(number)}: {words.rejections[kind]} ({members.join(", ")}
              {members.length < number && ", …"})
            </li>
          ))}
        </ul>
      )}
      {[...(of.error === null ? [] : [of.error]), ...of.failures].map((text) => (
        <p key={text} class="wrong">
          {text}
        </p>
      ))}
    </div>
  );
}
