import { useState } from "preact/hooks";
import { wholeName } from "../core/place.ts";
import type { Profile } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";
import { PlayerLink } from "../ui/playerlink.tsx";
import { RecordBar } from "../ui/recordbar.tsx";
import { TableHead } from "../ui/tablehead.tsx";
import { listGames } from "./listgames.ts";

/** How many opponents are listed at first. */
const FEW = 12;

/** Whom a player met; a name opens the opponent's page, a number the games of the two. */
export function Opponents({ profile }: { profile: Profile }) {
  const { texts, count } = useLanguage();
  const words = texts.profile;
  const [isAll, setAll] = useState(false);
  const { opponents, opponent_count: total } = profile;
  return (
    <div class="block whole">
      <h3 id="opponents-heading">
        {words.opponents} <small>{count(total)}</small>
      </h3>
      <table class="people" aria-labelledby="opponents-heading">
        <TableHead
          columns={[
            { name: words.opponent },
            { name: texts.next.games, class: "number" },
            { name: words.wins, class: "number" },
            { name: words.losses, class: "number" },
            { name: texts.next.share, class: "bar-column", isHidden: true },
          ]}
        />
        <tbody>
          {(isAll ? opponents : opponents.slice(0, FEW)).map(({ player, games, wins, losses, draws }) => (
            <tr key={player}>
              <th scope="row">
                <PlayerLink name={player} />
              </th>
              <td class="number">
                <button
                  type="button"
                  class="link"
                  aria-label={words.gamesWith(player, texts.games(count(games)))}
                  onClick={() => listGames({ player: [wholeName(profile.player), wholeName(player)] })}
                >
                  {count(games)}
                </button>
              </td>
              <td class="number">{count(wins)}</td>
              <td class="number">{count(losses)}</td>
              <td class="bar-column">
                <RecordBar wins={wins} losses={losses} draws={draws} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isAll && opponents.length > FEW && (
        <button type="button" class="link more" onClick={() => setAll(true)}>
          {words.more(count(opponents.length - FEW))}
        </button>
      )}
    </div>
  );
}
