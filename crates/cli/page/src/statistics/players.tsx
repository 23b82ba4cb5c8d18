import { useEffect, useState } from "preact/hooks";
import { go, place } from "../core/address.ts";
import { wholeName, type Place } from "../core/place.ts";
import { queryText, searchQuery } from "../core/query.ts";
import { useAnswer } from "../core/api.ts";
import type { PositionPlayer, PositionPlayers } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";
import { problemText } from "../text/problems.ts";
import { IconButton } from "../ui/buttons.tsx";
import { Stone } from "../ui/icons.tsx";
import { PlayerLink } from "../ui/playerlink.tsx";
import { TableHead } from "../ui/tablehead.tsx";

/** How many players are listed at first, and at most. */
const FEW = 12;
const MANY = 200;

interface PositionPlayersTableProps {
  here: Place;
  /** True while the position's answer is awaited, which is asked for first. */
  wait: boolean;
}

/** The players who had the position most often, as Black and as White. */
export function PositionPlayersTable({ here, wait }: PositionPlayersTableProps) {
  const { texts, count } = useLanguage();
  const words = texts.statistics;
  const [limit, setLimit] = useState(FEW);
  const [path, setPath] = useState<string | null>(null);
  const query = searchQuery(here);
  query.set("limit", String(limit));
  const next = `position/players${queryText(query)}`;
  useEffect(() => {
    if (!wait) setPath(next);
  }, [next, wait]);
  const answer = useAnswer<PositionPlayers>(path);
  const players = answer.data?.players ?? [];
  const all = answer.data?.count ?? 0;

  return (
    <div class="block players-of" aria-busy={answer.loading}>
      <h3 id="position-players">
        {words.players} {all > 0 && <small>{count(all)}</small>}
      </h3>
      {answer.error && !answer.loading && <p class="status wrong">{problemText(texts, answer.error)}</p>}
      {answer.data && players.length === 0 && <p class="nothing">{words.noPlayers}</p>}
      {players.length > 0 && (
        <table class="people" aria-labelledby="position-players">
          <TableHead
            columns={[
              { name: texts.filters.player },
              { name: texts.next.games, class: "number" },
              ...(["B", "W"] as const).map((color) => ({
                name: (
                  <>
                    <Stone color={color} /> <span class="role">{texts.color(color)}</span>
                  </>
                ),
                class: "number",
                title: words.asColor(color),
              })),
              { name: texts.filters.title, class: "act", isHidden: true },
            ]}
          />
          <tbody>
            {players.map((player) => (
              <Row key={player.player} player={player} />
            ))}
          </tbody>
        </table>
      )}
      {all > players.length && limit < MANY && players.length > 0 && (
        <button type="button" class="link more" onClick={() => setLimit(MANY)}>
          {words.morePlayers(count(Math.min(all, MANY) - players.length))}
        </button>
      )}
    </div>
  );
}

function Row({ player }: { player: PositionPlayer }) {
  const { texts, count, percent } = useLanguage();
  const words = texts.statistics;
  const filterBy = () => {
    const { filters } = place.get();
    const name = wholeName(player.player);
    if (!filters.player.includes(name)) go({ filters: { ...filters, player: [...filters.player, name] } });
  };
  const games = (played: number, wins: number, losses: number) => (
    <td class="number">
      {count(played)}{" "}
      <small>
        {wins + losses > 0 && (
          <>
            <span aria-hidden="true">{percent(wins / (wins + losses), 0)}</span>
            <span class="hidden">{words.won(percent(wins / (wins + losses), 0))}</span>
          </>
        )}
      </small>
    </td>
  );
  return (
    <tr>
      <th scope="row">
        <PlayerLink name={player.player} />
      </th>
      <td class="number">{count(player.games)}</td>
      {games(player.black_games, player.black_wins, player.black_losses)}
      {games(player.white_games, player.white_wins, player.white_losses)}
      <td class="act">
        <IconButton icon="filter" label={words.filterBy(player.player)} onClick={filterBy} />
      </td>
    </tr>
  );
}
