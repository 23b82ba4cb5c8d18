import type { replay as English } from "../en/replay.ts";
import { colors } from "./words.ts";

export const replay: typeof English = {
  replay: {
    title: "打谱棋盘",
    titleOf: (black, white) => `${black} – ${white}`,
    help: "左右方向键逐手查看；Home 和 End 键跳到开头和末尾；问号键显示全部快捷键。",
    close: "关闭对局",
    exchanged: "黑白互换",
    captured: (count, color) => `${colors[color]}提 ${count} 子`,
    taken: "提子",
    steps: "对局的着手",
    move: "手数",
    progress: (at, of) => `第 ${at} 手，共 ${of} 手`,
    toPosition: "到搜索的局面",
    autoplay: "自动播放",
    pause: "暂停",
    options: "显示方式",
    numbers: "显示手数",
    numberChoices: { none: "不显示", last: "最近十手", all: "全部" },
    speed: "速度",
    speeds: { slow: "慢", normal: "中", fast: "快" },
    previousGame: "列表中的上一局",
    nextGame: "列表中的下一局",
    start: "对局开始",
    setUp: "摆放棋子",
    plays: (color, name) => `${colors[color]} ${name}`,
    passes: (color) => `${colors[color]}停一手`,
    searchHere: "从此处搜索",
    download: "下载 SGF",
  },

  database: {
    title: "棋谱库的下一手",
    played: "实战",
    none: "没有对局由此继续",
    only: "仅此一局",
    from: (move) => `自第 ${move} 手起`,
    never: "另有一局与此局完全相同。",
    alone: "没有其他对局出现过此局的局面。",
  },

  variations: {
    progress: (move) => `第 ${move} 手，变化图`,
    own: "试下",
    ownProgress: (move) => `第 ${move} 手，试下`,
    back: "回到实战",
    comment: "评注",
    ply: (number, color, name) => (color ? `${number}，${colors[color]} ${name}` : name),
    truncated: (count) => `棋谱不止这 ${count} 个局面。`,
  },

  info: {
    title: "对局信息",
    differs: "内容有别",
  },
};
