import type { help as English } from "../en/help.ts";

export const help: typeof English = {
  help: {
    title: "帮助",
    guide: "本页说明",
    marks: {
      title: "棋盘上的标记",
      text: "每个标记是从当前局面下过的一手，A 是最常下的一手。",
    },
    symmetry: {
      title: "旋转与镜像的局面",
      text: (point, same) =>
        `旋转或镜像后相同的局面视为同一局面，手顺不同也一样。因此，四个等价的点中只标出 ${point}；指向其他点时会显示“${same}”。`,
    },
    corner: {
      title: "角部或局部（定式）",
      text: "点“定式”，再在棋盘上拖动，框出一个角或任意区域。无论在哪个角，镜像或黑白互换后的也能找到。表中列出各种应手；“脱先”是下一手下在别处的次数，点“停一手”可看其后的着手。",
    },
    own: {
      title: "我的棋谱",
      show: "将棋谱拖到或粘贴到本页，即可在棋盘上查看。",
      add: "拖入多个文件、文件夹或压缩包，或者点顶部的 +，即可将棋谱加入棋谱库。",
      readOnly: "不能从本页向此棋谱库添加棋谱。",
    },
  },
};
