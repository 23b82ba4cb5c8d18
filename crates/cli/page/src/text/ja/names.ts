import type { names as English } from "../en/names.ts";

export const names: typeof English = {
  names: {
    event: "棋戦",
    round: "回戦",
    place: "場所",
    date: "日付",
    result: "結果",
    komi: "コミ",
    handicap: "置石",
    rules: "ルール",
    time: "持ち時間",
    overtime: "秒読み",
    program: "作成ソフト",
    moves: "手数",
    board: "碁盤",
    name: "名称",
    publication: "出典",
    repairs: "取り込み時の修正",
    number: "対局番号",
    source: "ファイル",
    words: "棋譜内の語句",
    archive: "元のファイル",
    from: "開始日",
    to: "終了日",
    length: "手数",
  },
};
