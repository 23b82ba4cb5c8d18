import type { profile as English } from "../en/profile.ts";
import { colors } from "./words.ts";

export const profile: typeof English = {
  profile: {
    open: (name) => `${name} 的資料`,
    close: "關閉棋手資料",
    summary: (games, years) => `${games}，${years}`,
    showGames: "查看對局",
    record: "戰績",
    color: "執子",
    both: "合計",
    wins: "勝",
    losses: "負",
    draws: "和",
    bar: (wins, draws, losses) => `${wins} 勝 ${draws} 和 ${losses} 負`,
    interval: (low, high) => `；真實勝率約在 ${low} 至 ${high} 之間`,
    winRate: (rate, low, high) => `分出勝負的對局中，勝率 ${rate}；真實勝率約在 ${low} 至 ${high} 之間。`,
    yearHelp: "方向鍵逐年移動，加 Shift 鍵選多年；Enter 鍵查看對局。",
    more: (count) => `還有 ${count} 項`,
    openings: (color) => `執${colors[color]}布局`,
    noOpenings: "沒有對局",
    opponents: "對手",
    opponent: "棋手",
    gamesWith: (name, games) => `與 ${name} 對局 ${games}`,
  },
};
