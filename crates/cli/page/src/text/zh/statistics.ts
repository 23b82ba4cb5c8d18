import type { statistics as English } from "../en/statistics.ts";
import { colors } from "./words.ts";

export const statistics: typeof English = {
  statistics: {
    title: "局面的统计",
    byYear: "历年局数",
    yearHelp: "方向键逐年移动，加 Shift 键选多年；回车键确定。",
    year: (year, games, parts) => [`${year}：${games}`, ...parts].join("，"),
    span: (years, games) => `${years}：${games}`,
    mostGames: (games) => `最多 ${games}`,
    noYears: "没有对局注明日期",
    years: "年份",
    results: "胜负",
    blackWins: "黑胜",
    whiteWins: "白胜",
    draws: "和棋",
    noResult: "无结果",
    interval: (rate, low, high) => `分出胜负的对局中，黑胜率 ${rate}；真实胜率约在 ${low} 至 ${high} 之间。`,
    players: "棋手",
    noPlayers: "没有棋手",
    asColor: (color) => `执${colors[color]}的局数与胜率`,
    won: (share) => `胜率 ${share}`,
    filterBy: (name) => `只看 ${name} 的对局`,
    morePlayers: (count) => `还有 ${count} 名棋手`,
  },

  tree: {
    title: "后续变化",
    help: "上下键移动，左右键收起或展开，回车键落子。",
    depth: "手数",
    least: "最少局数",
    otherOrders: (games) => `其中 ${games} 局由其他次序到达`,
    otherOrdersNote: "* 另有对局由其他次序到达此局面。",
    none: (games) => `没有达到 ${games}的着手`,
    unfold: (name) => `展开 ${name}`,
    fold: (name) => `收起 ${name}`,
  },
};
