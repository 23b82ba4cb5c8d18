import { apiUrl } from "./api.ts";
import { count } from "./format.ts";
import { Icon, Stone } from "./icons.tsx";
import type { Game } from "./types.ts";

/** The players' names above the board, each with the player's colour on the board. */
export function Players({ game }: { game: Game }) {
  const { swapped } = game.replay;
  const name = (color: "B" | "W") => {
    const black = color === "B";
    const team = black ? game.black_team : game.white_team;
    return (
      <p class={game.winner === color ? "player won" : "player"}>
        <Stone color={swapped === black ? "W" : "B"} />
        <span class="hidden">{black ? "Black" : "White"}: </span>
        <bdi>{(black ? game.black : game.white) ?? "unknown"}</bdi>{" "}
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
        <span>{game.date ?? "undated"}</span>
      </p>
      {swapped && <p class="note">Shown with colours exchanged.</p>}
    </div>
  );
}

function Download({ game }: { game: number }) {
  return (
    <a class="tool text" href={apiUrl(`games/${game}/sgf`)} download={`game-${game}.sgf`}>
      <Icon name="download" /> Download SGF
    </a>
  );
}

function Details({ game }: { game: Game }) {
  const rows: [string, string | null][] = [
    ["Event", game.event],
    ["Round", game.round],
    ["Place", game.place],
    ["Date", game.date],
    ["Result", game.result_text ?? game.result],
    ["Komi", game.komi === null ? null : String(game.komi)],
    ["Handicap", game.handicap === null ? null : count(game.handicap)],
    ["Rules", game.rules],
    ["Moves", count(game.moves)],
    ["Board", `${game.board_size}×${game.board_size}`],
    ["Name", game.name],
    ["Publication", game.publication],
    ["Repairs", game.repair],
    ["Game number", count(game.game)],
    ...game.sources.map((source): [string, string] => [
      "Source",
      [source.archive, source.member].filter(Boolean).join(": ") + (source.differs ? " (differs)" : ""),
    ]),
  ];
  return (
    <div class="details">
      <h3>Game information</h3>
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
