import { placeHref } from "../core/link.ts";
import { NO_STEP, type Place } from "../core/place.ts";
import type { ListedGame } from "../core/types.ts";
import type { Color } from "../go/points.ts";
import { outcomeText } from "../filters/conditions.ts";
import { useLanguage } from "../text/index.ts";
import { Stone } from "../ui/icons.tsx";
import { isPlainClick, PlayerLink } from "../ui/playerlink.tsx";
import { chosen } from "./chosen.ts";

interface RowProps {
  /** The list that has the row, by its path in the API. */
  list: string;
  index: number;
  game: ListedGame;
  here: Place;
  onOpen(game: number): void;
}

/** A game of the list: the row opens the game, and a name the page of the player. */
export function Row({ list, index, game, here, onOpen }: RowProps) {
  const language = useLanguage();
  const { texts, count } = language;
  const result = game.result === null ? "–" : outcomeText(game.result, language);
  const isOpen = here.game === game.game;
  return (
    <tr class={isOpen ? "clickable open" : "clickable"} aria-rowindex={index + 2} data-game={game.game}>
      <td class="date">
        <a
          class="row-button"
          href={placeHref({ ...here, game: game.game, ...NO_STEP })}
          aria-current={isOpen ? "true" : undefined}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            chosen.set({ key: list, index });
            onOpen(game.game);
          }}
        >
          {game.date ?? texts.undated}
          <span class="hidden">
            {" "}
            {texts.replay.titleOf(game.black ?? texts.unknown, game.white ?? texts.unknown)}
          </span>
        </a>
        {game.event && (
          <small dir="auto" title={game.event}>
            {game.event}
          </small>
        )}
      </td>
      <td class="players">
        <Name color="B" name={game.black} rank={game.black_rank} />
        <Name color="W" name={game.white} rank={game.white_rank} />
      </td>
      <td class="result">
        <span title={result}>{result}</span>
        <small>{texts.moves(count(game.moves))}</small>
      </td>
    </tr>
  );
}

/** A player and the player's rank. A long rank gives way before the name does. */
function Name({ color, name, rank }: { color: Color; name: string | null; rank: string | null }) {
  const { texts } = useLanguage();
  return (
    <span class="name">
      <Stone color={color} />
      <span class="hidden">{texts.color(color)} </span>
      <bdi title={name ?? undefined}>{name === null ? texts.unknown : <PlayerLink name={name} isQuiet />}</bdi>
      {rank && (
        <bdi class="rank" title={rank}>
          {rank}
        </bdi>
      )}
    </span>
  );
}
