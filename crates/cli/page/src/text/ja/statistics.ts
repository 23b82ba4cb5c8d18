import type { statistics as English } from "../en/statistics.ts";
import { colors } from "./words.ts";

export const statistics: typeof English = {
  statistics: {
    title: "局面の統計",
    byYear: "年別の局数",
    yearHelp: "矢印キーで年を移動し、Shiftで複数の年、Enterで選択します。",
    year: (year, games, parts) => [`${year}：${games}`, ...parts].join("、"),
    span: (years, games) => `${years}：${games}`,
    mostGames: (games) => `最多 ${games}`,
    noYears: "日付のある対局がありません",
    years: "年",
    results: "勝敗",
    blackWins: "黒勝ち",
    whiteWins: "白勝ち",
    draws: "持碁",
    noResult: "結果なし",
    interval: (rate, low, high) => `勝敗のついた対局での黒の勝率は${rate}、真の勝率はおよそ${low}～${high}です。`,
    players: "対局者",
    noPlayers: "対局者はいません",
    asColor: (color) => `${colors[color]}番の局数と勝率`,
    won: (share) => `勝率 ${share}`,
    filterBy: (name) => `${name}の対局に絞る`,
    morePlayers: (count) => `ほか${count}人`,
  },

  tree: {
    title: "このあとの手順",
    help: "上下キーで移動、左右キーで開閉、Enterで打ちます。",
    depth: "手数",
    least: "最少局数",
    otherOrders: (games) => `うち${games}局は別の手順`,
    otherOrdersNote: "* 別の手順でこの局面になった対局もあります。",
    none: (games) => `${games}以上の手はありません`,
    unfold: (name) => `${name}を開く`,
    fold: (name) => `${name}を閉じる`,
  },
};
