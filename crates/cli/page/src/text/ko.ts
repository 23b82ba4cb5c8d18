import type { Texts } from "./en.ts";
import { board } from "./ko/board.ts";
import { common } from "./ko/common.ts";
import { exchange } from "./ko/exchange.ts";
import { filters } from "./ko/filters.ts";
import { games } from "./ko/games.ts";
import { help } from "./ko/help.ts";
import { imports } from "./ko/import.ts";
import { names } from "./ko/names.ts";
import { page } from "./ko/page.ts";
import { pattern } from "./ko/pattern.ts";
import { profile } from "./ko/profile.ts";
import { replay } from "./ko/replay.ts";
import { search } from "./ko/search.ts";
import { statistics } from "./ko/statistics.ts";

/** The texts of the page in Korean. */
export const ko: Texts = {
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
