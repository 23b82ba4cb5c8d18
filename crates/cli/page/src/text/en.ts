import { board } from "./en/board.ts";
import { common } from "./en/common.ts";
import { exchange } from "./en/exchange.ts";
import { filters } from "./en/filters.ts";
import { games } from "./en/games.ts";
import { help } from "./en/help.ts";
import { imports } from "./en/import.ts";
import { names } from "./en/names.ts";
import { page } from "./en/page.ts";
import { pattern } from "./en/pattern.ts";
import { profile } from "./en/profile.ts";
import { replay } from "./en/replay.ts";
import { search } from "./en/search.ts";
import { statistics } from "./en/statistics.ts";

/** The texts of the page in English, by part of the page. */
export const en = {
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

export type Texts = typeof en;
