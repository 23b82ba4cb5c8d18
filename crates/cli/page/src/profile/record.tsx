import type { Profile } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";
import { Stone } from "../ui/icons.tsx";
import { RecordBar, sumOf, winInterval } from "../ui/recordbar.tsx";
import { TableHead } from "../ui/tablehead.tsx";

/** A player's games by colour. */
export function RecordTable({ profile }: { profile: Profile }) {
  const { texts, count, percent } = useLanguage();
  const words = texts.profile;
  const both = sumOf(profile.black, profile.white);
  const [low, high] = winInterval(both) ?? [];
  const rows = [
    ["B", texts.color("B"), profile.black],
    ["W", texts.color("W"), profile.white],
    [null, words.both, both],
  ] as const;
  return (
    <div class="block">
      <h3 id="record-heading">{words.record}</h3>
      <table class="people" aria-labelledby="record-heading">
        <TableHead
          columns={[
            { name: words.color },
            { name: texts.next.games, class: "number" },
            { name: words.wins, class: "number" },
            { name: words.losses, class: "number" },
            { name: words.draws, class: "number" },
            { name: texts.next.share, class: "bar-column", isHidden: true },
          ]}
        />
        <tbody>
          {rows.map(([color, name, tally]) => (
            <tr key={name} class={color ? undefined : "total"}>
              <th scope="row">
                {color && <Stone color={color} />} {name}
              </th>
              <td class="number">{count(tally.games)}</td>
              <td class="number">{count(tally.wins)}</td>
              <td class="number">{count(tally.losses)}</td>
              <td class="number">{count(tally.draws)}</td>
              <td class="bar-column">
                <RecordBar {...tally} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {low !== undefined && high !== undefined && (
        <p class="note">{words.winRate(percent(both.wins / (both.wins + both.losses)), percent(low), percent(high))}</p>
      )}
    </div>
  );
}
