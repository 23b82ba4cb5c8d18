import type { Texts } from "./en.ts";
import { board } from "./zh/board.ts";
import { common } from "./zh/common.ts";
import { exchange } from "./zh/exchange.ts";
import { filters } from "./zh/filters.ts";
import { games } from "./zh/games.ts";
import { help } from "./zh/help.ts";
import { imports } from "./zh/import.ts";
import { names } from "./zh/names.ts";
import { page } from "./zh/page.ts";
import { pattern } from "./zh/pattern.ts";
import { profile } from "./zh/profile.ts";
import { replay } from "./zh/replay.ts";
import { search } from "./zh/search.ts";
import { statistics } from "./zh/statistics.ts";

/** The texts of the page in Chinese, in simplified characters. */
export const zh: Texts = {
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
