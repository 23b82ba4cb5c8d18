import type { page as English } from "../en/page.ts";

export const page: typeof English = {
  page: {
    description: "围棋棋谱库",
    skipTo: "跳转到",
    lost: "无法连接服务器，正在重试。",
    busy: "服务器繁忙，正在重试。",
    titleMove: (move) => `第 ${move} 手`,
    tabs: "页面各部分",
    board: "棋盘",
    games: "对局",
    replay: "打谱",
    menu: "设置",
  },

  empty: {
    title: "尚无对局",
    add: "将文件、文件夹或压缩包拖到此页面的任意位置，或者选择它们。",
    how: "请在终端导入棋谱，然后刷新本页：",
    what: "可导入文件、文件夹或压缩包。如果启动服务器时用了 --db，导入时请用同一个。",
  },

  panel: {
    title: "对局资料",
    games: "对局",
    statistics: "统计",
    tree: "变化树",
  },

  keys: {
    title: "快捷键",
    groups: [
      {
        name: "搜索棋盘",
        keys: [
          ["← ↑ → ↓", "移动光标"],
          ["Shift + ←", "光标移动三路"],
          ["Enter 空格", "落子"],
          ["Backspace", "后退一手"],
          ["← →", "点击棋盘后：后退或前进一手"],
        ],
      },
      {
        name: "搜索角部或局部（定式）",
        keys: [
          ["← ↑ → ↓", "移动光标，拉伸区域"],
          ["Enter 空格", "定起始角，再按完成"],
          ["X *", "设为任意点，或取消"],
          ["Esc", "取消区域，或结束"],
        ],
      },
      {
        name: "摆棋",
        keys: [
          ["B W E X", "黑子、白子、擦除、任意点"],
          ["Enter 空格", "使用笔刷"],
          ["Delete", "擦除该点"],
          ["Esc", "结束摆棋"],
        ],
      },
      {
        name: "打谱棋盘",
        keys: [
          ["← →", "后退或前进一手"],
          ["PgUp PgDn", "后退或前进十手"],
          ["Home End", "到开头或末尾"],
          ["空格", "自动播放或暂停"],
          ["Shift + ↑ ↓", "换成此手的另一变化"],
          ["Shift + ← →", "到前一处或后一处变化"],
          ["V", "到此处的下一变化"],
          ["C", "到下一条评注；加 Shift 到上一条"],
          ["单击", "到该点的着手；虚线圈是下一手"],
          ["P N", "列表中的上一局或下一局"],
          ["Esc", "关闭对局"],
        ],
      },
      {
        name: "各处通用",
        keys: [
          ["Tab", "到下一部分"],
          ["Ctrl + 滚轮", "缩放页面"],
          ["?", "显示或关闭快捷键"],
        ],
      },
    ],
  },

  settings: {
    theme: "外观",
    themes: { system: "跟随系统", light: "浅色", dark: "深色" },
    language: "语言",
    automatic: "跟随浏览器",
    coordinates: "坐标",
    coordinateNames: { western: "A1 至 T19", sgf: "aa 至 ss", none: "无" },
    board: "棋盘",
    boards: { wood: "木纹", plain: "素色" },
    marks: "着手标记",
    markNames: { letter: "字母", share: "占比（%）", wins: "胜率（%）" },
  },
};
