import type { profile as English } from "../en/profile.ts";
import { colors } from "./words.ts";

export const profile: typeof English = {
  profile: {
    open: (name) => `${name}のページ`,
    close: "対局者のページを閉じる",
    summary: (games, years) => `${games}、${years}`,
    showGames: "対局を表示",
    record: "戦績",
    color: "手番",
    both: "合計",
    wins: "勝ち",
    losses: "負け",
    draws: "持碁",
    bar: (wins, draws, losses) => `${wins}勝${losses}敗、持碁${draws}`,
    interval: (low, high) => `、真の勝率はおよそ${low}～${high}`,
    winRate: (rate, low, high) => `勝敗のついた対局での勝率は${rate}、真の勝率はおよそ${low}～${high}です。`,
    yearHelp: "矢印キーで年を移動し、Shiftで複数の年、Enterで対局を表示します。",
    more: (count) => `ほか${count}件`,
    openings: (color) => `${colors[color]}番の布石`,
    noOpenings: "対局はありません",
    opponents: "対戦相手",
    opponent: "相手",
    gamesWith: (name, games) => `${name}との${games}`,
  },
};
