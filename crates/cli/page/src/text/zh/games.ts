import type { games as English } from "../en/games.ts";

export const games: typeof English = {
  list: {
    title: "对局",
    which: "显示哪些对局",
    here: "含此局面",
    all: "全部对局",
    none: "没有符合的对局",
    noneHere: "没有对局出现过此局面。",
    noneHereFiltered: "符合条件的对局中没有此局面。",
    noneFiltered: "没有符合条件的对局。",
    empty: "棋谱库中没有对局。",
    showAll: "显示全部对局",
    date: "日期",
    players: "棋手",
    rank: "段级位",
    result: "结果",
    length: "手数",
    more: (count) => `还有 ${count} 局；请增加筛选条件，或反转排序来查看。`,
    download: "下载列表中的全部对局",
    forms: { sgf: "合为一个 SGF 文件", tgz: "SGF 文件压缩包（TGZ）", csv: "电子表格（CSV）" },
  },
};
