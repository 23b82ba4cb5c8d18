import { useRef, useState } from "preact/hooks";
import { useMoveName } from "../board/names.ts";
import { scope } from "../core/address.ts";
import { get, useAnswer } from "../core/api.ts";
import { useCell } from "../core/cell.ts";
import { NO_STEP, type Step } from "../core/place.ts";
import { partOfList, positionQuery, queryText } from "../core/query.ts";
import type { Game, GameList, ListedGame, Novelties, GameNovelty } from "../core/types.ts";
import { otherColor, type ColoredMove } from "../go/points.ts";
import { turnedBy } from "../go/symmetry.ts";
import { useLanguage } from "../text/index.ts";
import { problemText } from "../text/problems.ts";
import { IconButton, Segments } from "../ui/buttons.tsx";
import { Stone } from "../ui/icons.tsx";
import { WinRate } from "../ui/recordbar.tsx";
import { TableHead } from "../ui/tablehead.tsx";
import { Control } from "./tree.tsx";

/** The number of games listed at once, so that their numbers, of eight digits, fit into one condition. */
const ROWS = 10;
/** Choices for the number of other games that make a position common. */
const LEAST_GAMES = ["1", "5", "20"] as const;

export type OpenGame = (game: number, step: Step) => void;

interface NoveltiesProps {
  /** The conditions on the games. With `first`, a game is compared with earlier ones only. */
  query: URLSearchParams;
  /** The player whose opponents are named; null to name both players. */
  player: string | null;
  onOpen: OpenGame;
  /** Stops the search. */
  onStop(): void;
}

/** Games with the move at which each left the others, the latest first. */
export function NoveltiesTable({ query, player, onOpen, onStop }: NoveltiesProps) {
  const { texts, count } = useLanguage();
  const words = texts.novelties;
  const [least, setLeast] = useState<(typeof LEAST_GAMES)[number]>("1");
  const [page, setPage] = useState({ key: "", offset: 0 });
  const isFirst = query.has("first");
  const key = `novelties${queryText(query)}&min_games=${least}`;
  const offset = page.key === key ? page.offset : 0;
  const answer = useAnswer<Novelties>(partOfList(key, offset, ROWS));
  const list = answer.data?.list ?? [];
  const turns = useTurns(list);
  const games = answer.data?.games ?? 0;
  const isLoading = answer.loading || turns === null;
  const show = (offset: number) => setPage({ key, offset });
  // The previous games stay until the next ones are complete, so that the page does not jump.
  const known = useRef({ list, turns });
  if (turns !== null) known.current = { list, turns };
  const shown = known.current;

  return (
    <div class="novelties" aria-busy={isLoading}>
      <p class="note">{isFirst ? words.ofAll : words.ofPlayer}</p>
      <div class="section-head">
        <Control label={texts.tree.least}>
          <Segments<(typeof LEAST_GAMES)[number]>
            label={texts.tree.least}
            value={least}
            choices={LEAST_GAMES.map((choice) => [choice, choice] as const)}
            onChoose={setLeast}
          />
        </Control>
        <p class="tally" role="status">
          {isLoading ? (
            <>
              {texts.loading}{" "}
              <button type="button" class="tool text" onClick={onStop}>
                {texts.import.stop}
              </button>
            </>
          ) : (
            answer.data &&
            (games === 0 ? texts.list.none : words.part(count(offset + 1), count(offset + list.length), count(games)))
          )}
        </p>
        <div class="neighbours">
          <IconButton icon="left" label={words.later} disabled={offset === 0} onClick={() => show(offset - ROWS)} />
          <IconButton icon="right" label={words.earlier} disabled={offset + ROWS >= games} onClick={() => show(offset + ROWS)} />
        </div>
      </div>
      {answer.error && !answer.loading && <p class="status wrong">{problemText(texts, answer.error)}</p>}
      {shown.list.length > 0 && (
        <table class="people" aria-label={words.title}>
          <TableHead
            columns={[
              { name: `${texts.list.date} · ${player === null ? texts.list.players : texts.profile.opponent}` },
              { name: words.move },
              { name: isFirst ? words.before : words.others },
              ...(isFirst ? [{ name: words.followed, class: "number", title: words.followedHelp }] : []),
            ]}
          />
          <tbody>
            {shown.list.map((novelty) => (
              <Row key={novelty.game} novelty={novelty} turn={shown.turns?.get(novelty.game)} player={player} onOpen={onOpen} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** Asks how games are turned when opened, so that their moves are named as shown there. Null until that is known. */
function useTurns(list: readonly GameNovelty[]): Map<number, ListedGame> | null {
  const query = positionQuery(useCell(scope));
  query.set("game", list.map(({ game }) => game).join(","));
  const answer = useAnswer<GameList>(list.length > 0 ? partOfList(`games${queryText(query)}`, 0, ROWS) : null);
  return answer.loading ? null : new Map(answer.data?.list.map((game) => [game.game, game]));
}

interface RowProps extends Pick<NoveltiesProps, "player" | "onOpen"> {
  novelty: GameNovelty;
  turn: ListedGame | undefined;
}

/** A game and its new move; the row opens the game there. */
function Row({ novelty, turn, player, onOpen }: RowProps) {
  const { texts, count } = useLanguage();
  const words = texts.novelties;
  const { game, new_move: move, played, followed, other_games: others, board_size: size } = novelty;
  const [black, white] = [novelty.black ?? texts.unknown, novelty.white ?? texts.unknown];
  const open = async () => {
    // A scene may set stones up, so that the number of a move is not its place.
    const scenes = await get<Game>(`games/${game}`).then(({ replay }) => replay.scenes, () => []);
    const at = scenes.findIndex((scene) => scene.move !== null && scene.move_number === move?.number);
    onOpen(game, { ...NO_STEP, at: at < 0 ? null : at });
  };
  const shown = <Move extends ColoredMove>(move: Move): Move => ({
    ...move,
    move: turnedBy(turn?.transform ?? 0, move.move, size),
    color: turn?.swapped ? otherColor(move.color) : move.color,
  });
  return (
    <tr class="clickable" data-game={game}>
      <th scope="row">
        <button type="button" class="row-button" onClick={() => void open()}>
          {novelty.date ?? texts.undated}
        </button>
        <small>
          <bdi>{player === white ? black : player === black ? white : texts.replay.titleOf(black, white)}</bdi>
        </small>
      </th>
      <td>
        {move ? <NamedMove move={shown(move)} number={count(move.number)} size={size} /> : words.none}
        {move && (
          <small>
            <bdi>{move.color === "B" ? black : white}</bdi>
          </small>
        )}
      </td>
      <td>
        {played && <NamedMove move={shown(played)} size={size} />}
        {others > 0 && <small>{words.share(count(played?.games ?? 0), texts.games(count(others)))}</small>}
      </td>
      {followed && (
        <td class="number">
          {count(followed.games)}
          <WinRate {...followed} />
        </td>
      )}
    </tr>
  );
}

function NamedMove({ move: { move, color }, number, size }: { move: ColoredMove; number?: string; size: number }) {
  const { texts } = useLanguage();
  const nameOf = useMoveName(size);
  return (
    <span>
      {number} <Stone color={color} />
      <span class="hidden"> {texts.ofColor(color)}</span> {nameOf(move)}
    </span>
  );
}
