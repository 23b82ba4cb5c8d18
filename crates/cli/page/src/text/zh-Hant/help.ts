import type { help as English } from "../en/help.ts";

export const help: typeof English = {
  help: {
    title: "說明",
    guide: "本頁說明",
    marks: {
      title: "棋盤上的標記",
      text: "每個標記是從目前局面下過的一手，A 是最常下的一手。",
    },
    symmetry: {
      title: "旋轉與鏡像的局面",
      text: (point, same) =>
        `旋轉或鏡像後相同的局面視為同一局面，手順不同也一樣。因此，四個等價的點中只標出 ${point}；指向其他點時會顯示「${same}」。`,
    },
    corner: {
      title: "角部或局部（定石）",
      text: "點「定石」，再在棋盤上拖曳，框出一個角或任意區域。無論在哪個角，鏡像或黑白互換後的也能找到。表中列出各種應手；「脫先」是下一手下在別處的次數，點「停一手」可看其後的著手。",
    },
    own: {
      title: "我的棋譜",
      show: "將棋譜拖到或貼到本頁，即可在棋盤上查看。",
      add: "拖入多個檔案、資料夾或壓縮檔，或者點頂部的 +，即可將棋譜加入棋譜庫。",
      readOnly: "不能從本頁向此棋譜庫新增棋譜。",
    },
  },
};
