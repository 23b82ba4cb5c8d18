import { apiUrl } from "../core/api.ts";
import type { Game } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";
import { Icon, Stone } from "../ui/icons.tsx";

/** The players' names above the board, each with the player's colour on the board. */
export function Players({ game }: { game: Game }) {
  const { texts } = useLanguage();
  const { swapped } = game.replay;
  const name = (color: "B" | "W") => {
    const black = color === "B";
    const team = black ? game.black_team : game.white_team;
    return (
      <p class={game.winner === color ? "player won" : "player"}>
        <Stone color={swapped === black ? "W" : "B"} />
        <span class="hidden">{texts.color(color)}: </span>
        <bdi>{(black ? game.black : game.white) ?? texts.unknown}</bdi>{" "}
        <span class="rank">{black ? game.black_rank : game.white_rank}</span>
        {team && <bdi class="team">{team}</bdi>}
      </p>
    );
  };
  return (
    <div class="versus">
      <div>
        {name("B")}
        {name("W")}
      </div>
      <p class="outcome">
        <strong>{game.result ?? "–"}</strong>
        <span>{game.date ?? texts.undated}</span>
      </p>
      {swapped && <p class="note">{texts.replay.swapped}</p>}
    </div>
  );
}

function Download({ game }: { game: number }) {
  const { texts } = useLanguage();
  return (
    <a class="tool text" href={apiUrl(`games/${game}/sgf`)} download={`game-${game}.sgf`}>
      <Icon name="download" /> {texts.replay.download}
    </a>
  );
}

function Details({ game }: { game: Game }) {
  const { texts, count } = useLanguage();
  const words = texts.info;
  const rows: [string, string | null][] = [
    [words.event, game.event],
    [words.round, game.round],
    [words.place, game.place],
    [words.date, game.date],
    [words.result, game.result_text ?? game.result],
    [words.komi, game.komi === null ? null : String(game.komi)],
    [words.handicap, game.handicap === null ? null : count(game.handicap)],
    [words.rules, game.rules],
    [words.moves, count(game.moves)],
    [words.board, `${game.board_size}×${game.board_size}`],
    [words.name, game.name],
    [words.publication, game.publication],
    [words.repairs, game.repair],
    [words.number, count(game.game)],
    ...game.sources.map((source): [string, string] => [
      words.source,
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
}

export const GameInfo = { Download, Details };
