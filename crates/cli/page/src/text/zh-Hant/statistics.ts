import type { statistics as English } from "../en/statistics.ts";
import { colors } from "./words.ts";

export const statistics: typeof English = {
  statistics: {
    title: "局面的統計",
    byYear: "歷年局數",
    yearHelp: "方向鍵逐年移動，加 Shift 鍵選多年；Enter 鍵確定。",
    year: (year, games, parts) => [`${year}：${games}`, ...parts].join("，"),
    span: (years, games) => `${years}：${games}`,
    mostGames: (games) => `最多 ${games}`,
    noYears: "沒有對局註明日期",
    years: "年份",
    results: "勝負",
    blackWins: "黑勝",
    whiteWins: "白勝",
    draws: "和棋",
    noResult: "無結果",
    interval: (rate, low, high) => `分出勝負的對局中，黑勝率 ${rate}；真實勝率約在 ${low} 至 ${high} 之間。`,
    players: "棋手",
    noPlayers: "沒有棋手",
    asColor: (color) => `執${colors[color]}的局數與勝率`,
    won: (share) => `勝率 ${share}`,
    filterBy: (name) => `只看 ${name} 的對局`,
    morePlayers: (count) => `還有 ${count} 名棋手`,
  },

  tree: {
    title: "後續變化",
    help: "上下鍵移動，左右鍵收起或展開，Enter 鍵落子。",
    depth: "手數",
    least: "最少局數",
    otherOrders: (games) => `其中 ${games} 局由其他次序到達`,
    otherOrdersNote: "* 另有對局由其他次序到達此局面。",
    none: (games) => `沒有達到 ${games}的著手`,
    unfold: (name) => `展開 ${name}`,
    fold: (name) => `收起 ${name}`,
  },
};
