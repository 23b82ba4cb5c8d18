import type { profile as English } from "../en/profile.ts";
import { colors } from "./words.ts";

export const profile: typeof English = {
  profile: {
    open: (name) => `${name} 的资料`,
    close: "关闭棋手资料",
    summary: (games, years) => `${games}，${years}`,
    showGames: "查看对局",
    record: "战绩",
    color: "执子",
    both: "合计",
    wins: "胜",
    losses: "负",
    draws: "和",
    bar: (wins, draws, losses) => `${wins} 胜 ${draws} 和 ${losses} 负`,
    interval: (low, high) => `；真实胜率约在 ${low} 至 ${high} 之间`,
    winRate: (rate, low, high) => `分出胜负的对局中，胜率 ${rate}；真实胜率约在 ${low} 至 ${high} 之间。`,
    yearHelp: "方向键逐年移动，加 Shift 键选多年；回车键查看对局。",
    more: (count) => `还有 ${count} 项`,
    openings: (color) => `执${colors[color]}布局`,
    noOpenings: "没有对局",
    opponents: "对手",
    opponent: "棋手",
    gamesWith: (name, games) => `与 ${name} 对局 ${games}`,
  },
};
