import { useId } from "preact/hooks";
import { go } from "../core/address.ts";
import type { Place } from "../core/place.ts";
import type { Info } from "../core/types.ts";
import { useLanguage } from "../text/index.ts";

/**
 * The field for the size of the board: of the search board, or of the games in the list of all games, where it may be
 * any. It is the browser's own: there may be 18 sizes, and a phone shows them well.
 */
export function SizeField({ here, info }: { here: Place; info: Info | null }) {
  const { texts, count } = useLanguage();
  const words = texts.filters;
  const id = useId();
  const chosen = here.all ? here.sizes : here.size;
  const games = new Map(info?.board_sizes.map((item) => [item.board_size, item.games]));
  const sizes = [...new Set([...games.keys(), ...(chosen === null ? [] : [chosen])])].sort((a, b) => b - a);
  const all = [...games.values()].reduce((sum, each) => sum + each, 0);
  const choose = (value: string) => {
    if (here.all) go({ sizes: value === "" ? null : Number(value) });
    else go({ size: Number(value), moves: [], stones: "", toPlay: "B", area: null, wildcards: [] });
  };
  return (
    <div class="field">
      <label for={id}>{words.board}</label>
      <select id={id} value={chosen === null ? "" : String(chosen)} onChange={(event) => choose(event.currentTarget.value)}>
        {here.all && (
          <option value="">
            {words.allSizes} ({count(all)})
          </option>
        )}
        {sizes.map((size) => (
          <option key={size} value={String(size)}>
            {size}×{size} ({count(games.get(size) ?? 0)})
          </option>
        ))}
      </select>
    </div>
  );
}
