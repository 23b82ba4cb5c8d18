import type { Texts } from "./en.ts";
import { board } from "./ja/board.ts";
import { common } from "./ja/common.ts";
import { exchange } from "./ja/exchange.ts";
import { filters } from "./ja/filters.ts";
import { games } from "./ja/games.ts";
import { help } from "./ja/help.ts";
import { imports } from "./ja/import.ts";
import { names } from "./ja/names.ts";
import { page } from "./ja/page.ts";
import { pattern } from "./ja/pattern.ts";
import { profile } from "./ja/profile.ts";
import { replay } from "./ja/replay.ts";
import { search } from "./ja/search.ts";
import { statistics } from "./ja/statistics.ts";

/** The texts of the page in Japanese. */
export const ja: Texts = {
  ...common,
  ...names,
  ...page,
  ...help,
  ...board,
  ...search,
  ...pattern,
  ...exchange,
  ...imports,
  ...statistics,
  ...profile,
  ...games,
  ...filters,
  ...replay,
};
