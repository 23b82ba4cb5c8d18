import { go } from "../core/address.ts";
import { NO_FILTERS, type Filters } from "../core/place.ts";
import { showExplorer } from "../core/view.ts";

/** Lists all games that meet the filters, in place of the player's page. */
export function listGames(filters: Partial<Filters>): void {
  go({ profile: null, all: true, panel: "games", filters: { ...NO_FILTERS, ...filters } });
  showExplorer();
  requestAnimationFrame(() => document.getElementById("games")?.focus());
}
