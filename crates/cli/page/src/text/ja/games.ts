import type { games as English } from "../en/games.ts";

export const games: typeof English = {
  list: {
    title: "対局",
    which: "表示する対局",
    here: "この局面の対局",
    all: "すべての対局",
    none: "該当する対局はありません",
    noneHere: "この局面の対局はありません。",
    noneHereFiltered: "条件に合う対局に、この局面はありません。",
    noneFiltered: "条件に合う対局はありません。",
    empty: "データベースに対局がありません。",
    showAll: "すべての対局を表示",
    date: "日付",
    players: "対局者",
    rank: "段級位",
    result: "結果",
    length: "手数",
    more: (count) => `ほかに${count}局あります。条件を加えるか、並び順を逆にしてください。`,
    download: "一覧の対局をすべてダウンロード",
    forms: { sgf: "1つのSGFファイル", tgz: "SGFファイルの圧縮アーカイブ（TGZ）", csv: "表計算用の表（CSV）" },
  },
};
