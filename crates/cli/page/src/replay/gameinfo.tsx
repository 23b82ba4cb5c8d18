import type { ComponentChildren } from "preact";
import { memo } from "preact/compat";
import { apiUrl } from "../core/api.ts";
import type { Game } from "../core/types.ts";
import { outcomeText } from "../filters/conditions.ts";
import { otherColor, type Color } from "../go/points.ts";
import { useLanguage } from "../text/index.ts";
import { Icon, Stone } from "../ui/icons.tsx";
import { PlayerLink } from "../ui/playerlink.tsx";
import type { Captures } from "./scenes.ts";

interface PlayersProps {
  game: Game;
  /** How many stones each colour on the board has captured. */
  captures: Captures;
}

/** The players above the board, each with the player's colour on the board and the stones that the player captured. */
export function Players({ game, captures }: PlayersProps) {
  const language = useLanguage();
  const { texts } = language;
  const { swapped } = game.replay;
  const player = (color: Color) => {
    const isBlack = color === "B";
    const team = isBlack ? game.black_team : game.white_team;
    const name = isBlack ? game.black : game.white;
    const rank = isBlack ? game.black_rank : game.white_rank;
    const shown = swapped ? otherColor(color) : color;
    return (
      <div class={game.winner === color ? "player won" : "player"} data-player={color}>
        <Stone color={shown} />
        <span class="hidden">{texts.color(color)}: </span>
        <bdi class="player-name" title={name ?? undefined}>
          {name === null ? texts.unknown : <PlayerLink name={name} />}
        </bdi>
        {rank && (
          <bdi class="rank" title={rank}>
            {rank}
          </bdi>
        )}
        {team && (
          <bdi class="team" title={team}>
            {team}
          </bdi>
        )}
        <Captured count={captures[shown]} color={shown} />
      </div>
    );
  };
  return (
    <div class="versus">
      <div>
        {player("B")}
        {player("W")}
      </div>
      <p class="outcome">
        <strong title={game.result_text ?? undefined}>{game.result === null ? "–" : outcomeText(game.result, language)}</strong>
        <span>{swapped ? texts.replay.exchanged : (game.date_text ?? texts.undated)}</span>
      </p>
    </div>
  );
}

/** The stones that a colour has captured. */
function Captured({ count: stones, color }: { count: number; color: Color }) {
  const { texts, count } = useLanguage();
  const told = texts.replay.captured(count(stones), color);
  return (
    <span class="captured" data-captured={stones} title={told}>
      {stones > 0 && (
        <span aria-hidden="true">
          <Stone color={otherColor(color)} /> {count(stones)} <span class="captured-word">{texts.replay.taken}</span>
        </span>
      )}
      <span class="hidden">{told}</span>
    </span>
  );
}

/** The original record. */
export function Download({ game }: { game: number }) {
  const { texts } = useLanguage();
  return (
    <a
      class="tool text"
      href={apiUrl(`games/${game}/sgf`)}
      download
      aria-label={texts.replay.download}
      title={texts.replay.download}
    >
      <Icon name="download" /> <span class="tool-name">{texts.replay.download}</span>
    </a>
  );
}

/** What the record tells about the game. A step in the game does not draw it again. */
export const Details = memo(function Details({ game }: { game: Game }) {
  const language = useLanguage();
  const { texts, count } = language;
  const words = texts.info;
  const named = texts.names;
  const player = (name: string | null) => name && <PlayerLink name={name} />;
  const result = game.result && outcomeText(game.result, language);
  // What the record says in words of its own is told, too.
  const isOwnText = /[^!-~]/.test(game.result_text ?? "") && game.result_text !== result;
  const rows: [string, ComponentChildren][] = [
    [texts.color("B"), player(game.black)],
    [texts.color("W"), player(game.white)],
    [named.event, game.event],
    [named.round, game.round],
    [named.place, game.place],
    [named.date, game.date_text],
    [named.result, result && isOwnText ? `${result} (${game.result_text})` : (result ?? game.result_text)],
    [named.komi, game.komi === null ? null : String(game.komi)],
    [named.handicap, game.handicap === null ? null : count(game.handicap)],
    [named.rules, game.rules],
    [named.time, game.time_limit_text],
    [named.overtime, game.overtime],
    [named.moves, count(game.moves)],
    [named.board, `${game.board_size}×${game.board_size}`],
    [named.name, game.name],
    [named.publication, game.publication],
    [named.program, game.program],
    [named.repairs, game.repair],
    [named.number, count(game.game)],
    ...game.sources.map((source): [string, string] => [
      named.source,
      [source.archive, source.member].filter(Boolean).join(": ") + (source.differs ? ` (${words.differs})` : ""),
    ]),
  ];
  return (
    <div class="details">
      <h3>{words.title}</h3>
      <dl>
        {rows.map(([name, value], i) =>
          value === null || value === "" ? null : (
            <div key={i}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
        )}
      </dl>
    </div>
  );
});
