import type { Texts } from "./en.ts";
import { board } from "./zh-Hant/board.ts";
import { common } from "./zh-Hant/common.ts";
import { exchange } from "./zh-Hant/exchange.ts";
import { filters } from "./zh-Hant/filters.ts";
import { games } from "./zh-Hant/games.ts";
import { help } from "./zh-Hant/help.ts";
import { imports } from "./zh-Hant/import.ts";
import { names } from "./zh-Hant/names.ts";
import { page } from "./zh-Hant/page.ts";
import { pattern } from "./zh-Hant/pattern.ts";
import { profile } from "./zh-Hant/profile.ts";
import { replay } from "./zh-Hant/replay.ts";
import { search } from "./zh-Hant/search.ts";
import { statistics } from "./zh-Hant/statistics.ts";

/** The texts of the page in Chinese, in traditional characters. */
export const zhHant: Texts = {
  ...common,
  ...names,
  ...page,
  ...help,
  ...board,
  ...search,
  ...pattern,
  ...exchange,
  ...statistics,
  ...profile,
  ...games,
  ...filters,
  ...replay,
  ...imports,
};
