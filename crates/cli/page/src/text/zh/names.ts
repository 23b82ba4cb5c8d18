import type { names as English } from "../en/names.ts";

export const names: typeof English = {
  names: {
    event: "赛事",
    round: "轮次",
    place: "地点",
    date: "日期",
    result: "结果",
    komi: "贴目",
    handicap: "让子",
    rules: "规则",
    time: "用时",
    overtime: "读秒",
    program: "软件",
    moves: "手数",
    board: "棋盘",
    name: "名称",
    publication: "出处",
    repairs: "导入时修正",
    number: "对局编号",
    source: "来源",
    words: "棋谱中的文字",
    archive: "来源文件",
    from: "起始日期",
    to: "截止日期",
    length: "手数",
  },
};
