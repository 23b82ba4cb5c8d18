import type { games as English } from "../en/games.ts";

export const games: typeof English = {
  list: {
    title: "對局",
    which: "顯示哪些對局",
    here: "含此局面",
    all: "全部對局",
    none: "沒有符合的對局",
    noneHere: "沒有對局出現過此局面。",
    noneHereFiltered: "符合條件的對局中沒有此局面。",
    noneFiltered: "沒有符合條件的對局。",
    empty: "棋譜庫中沒有對局。",
    showAll: "顯示全部對局",
    date: "日期",
    players: "棋手",
    rank: "段級位",
    result: "結果",
    length: "手數",
    more: (count) => `還有 ${count} 局；請增加篩選條件，或反轉排序來查看。`,
    download: "下載清單中的全部對局",
    forms: { sgf: "合為一個 SGF 檔案", tgz: "SGF 檔案壓縮檔（TGZ）", csv: "試算表（CSV）" },
  },
};
