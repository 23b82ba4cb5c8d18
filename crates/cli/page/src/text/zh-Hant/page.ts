import type { page as English } from "../en/page.ts";

export const page: typeof English = {
  page: {
    description: "圍棋棋譜庫",
    skipTo: "跳至",
    lost: "無法連線到伺服器，正在重試。",
    busy: "伺服器忙碌，正在重試。",
    titleMove: (move) => `第 ${move} 手`,
    tabs: "網頁各部分",
    board: "棋盤",
    games: "對局",
    replay: "打譜",
    menu: "設定",
  },

  empty: {
    title: "尚無對局",
    add: "將檔案、資料夾或壓縮檔拖到此網頁的任何位置，或者選擇它們。",
    how: "請在終端機匯入棋譜，然後重新整理網頁：",
    what: "可匯入檔案、資料夾或壓縮檔。如果啟動伺服器時用了 --db，匯入時請用同一個。",
  },

  panel: {
    title: "對局資料",
    games: "對局",
    statistics: "統計",
    tree: "變化樹",
  },

  keys: {
    title: "鍵盤快速鍵",
    groups: [
      {
        name: "搜尋棋盤",
        keys: [
          ["← ↑ → ↓", "移動游標"],
          ["Shift + ←", "游標移動三路"],
          ["Enter 空白鍵", "落子"],
          ["Backspace", "後退一手"],
          ["← →", "點一下棋盤後：後退或前進一手"],
        ],
      },
      {
        name: "搜尋角部或局部（定石）",
        keys: [
          ["← ↑ → ↓", "移動游標，延伸區域"],
          ["Enter 空白鍵", "定起始角，再按完成"],
          ["X *", "設為任意點，或取消"],
          ["Esc", "取消區域，或結束"],
        ],
      },
      {
        name: "擺棋",
        keys: [
          ["B W E X", "黑子、白子、清除、任意點"],
          ["Enter 空白鍵", "使用筆刷"],
          ["Delete", "清除該點"],
          ["Esc", "結束擺棋"],
        ],
      },
      {
        name: "打譜棋盤",
        keys: [
          ["← →", "後退或前進一手"],
          ["PgUp PgDn", "後退或前進十手"],
          ["Home End", "到開頭或末尾"],
          ["空白鍵", "自動播放或暫停"],
          ["Shift + ↑ ↓", "換成此手的另一變化"],
          ["Shift + ← →", "到前一處或後一處變化"],
          ["V", "到此處的下一變化"],
          ["C", "到下一則評註；加 Shift 到上一則"],
          ["點擊", "到該點的著手；虛線圈是下一手"],
          ["P N", "清單中的上一局或下一局"],
          ["Esc", "關閉對局"],
        ],
      },
      {
        name: "各處通用",
        keys: [
          ["Tab", "到下一部分"],
          ["Ctrl + 滾輪", "縮放網頁"],
          ["?", "顯示或關閉快速鍵"],
        ],
      },
    ],
  },

  settings: {
    theme: "外觀",
    themes: { system: "依系統設定", light: "淺色", dark: "深色" },
    language: "語言",
    automatic: "依瀏覽器設定",
    coordinates: "座標",
    coordinateNames: { western: "A1 至 T19", sgf: "aa 至 ss", none: "無" },
    board: "棋盤",
    boards: { wood: "木紋", plain: "素色" },
    marks: "著手標記",
    markNames: { letter: "字母", share: "比例（%）", wins: "勝率（%）" },
  },
};
