import type { names as English } from "../en/names.ts";

export const names: typeof English = {
  names: {
    event: "賽事",
    round: "輪次",
    place: "地點",
    date: "日期",
    result: "結果",
    komi: "貼目",
    handicap: "讓子",
    rules: "規則",
    time: "時限",
    overtime: "讀秒",
    program: "軟體",
    moves: "手數",
    board: "棋盤",
    name: "名稱",
    publication: "出處",
    repairs: "匯入時修正",
    number: "對局編號",
    source: "來源",
    words: "棋譜中的文字",
    archive: "來源檔案",
    from: "起始日期",
    to: "截止日期",
    length: "手數",
  },
};
