import type { replay as English } from "../en/replay.ts";
import { colors } from "./words.ts";

export const replay: typeof English = {
  replay: {
    title: "打譜棋盤",
    titleOf: (black, white) => `${black} – ${white}`,
    help: "左右方向鍵逐手查看；Home 和 End 鍵跳到開頭和末尾；問號鍵顯示全部快速鍵。",
    close: "關閉對局",
    exchanged: "黑白互換",
    captured: (count, color) => `${colors[color]}提 ${count} 子`,
    taken: "提子",
    steps: "對局的著手",
    move: "手數",
    progress: (at, of) => `第 ${at} 手，共 ${of} 手`,
    toPosition: "到搜尋的局面",
    autoplay: "自動播放",
    pause: "暫停",
    options: "顯示方式",
    numbers: "顯示手數",
    numberChoices: { none: "不顯示", last: "最近十手", all: "全部" },
    speed: "速度",
    speeds: { slow: "慢", normal: "中", fast: "快" },
    previousGame: "清單中的上一局",
    nextGame: "清單中的下一局",
    start: "對局開始",
    setUp: "擺放棋子",
    plays: (color, name) => `${colors[color]} ${name}`,
    passes: (color) => `${colors[color]}停一手`,
    searchHere: "從此處搜尋",
    download: "下載 SGF",
  },

  database: {
    title: "棋譜庫的下一手",
    played: "實戰",
    none: "沒有對局由此繼續",
    only: "僅此一局",
    from: (move) => `自第 ${move} 手起`,
    never: "另有一局與此局完全相同。",
    alone: "沒有其他對局出現過此局的局面。",
  },

  variations: {
    progress: (move) => `第 ${move} 手，變化圖`,
    own: "試下",
    ownProgress: (move) => `第 ${move} 手，試下`,
    back: "回到實戰",
    comment: "評註",
    ply: (number, color, name) => (color ? `${number}，${colors[color]} ${name}` : name),
    truncated: (count) => `棋譜不止這 ${count} 個局面。`,
  },

  info: {
    title: "對局資訊",
    differs: "內容有別",
  },
};
