import type { page as English } from "../en/page.ts";

export const page: typeof English = {
  page: {
    description: "囲碁の棋譜データベース",
    skipTo: "移動先",
    lost: "サーバーに接続できません。再試行しています。",
    busy: "サーバーが混み合っています。再試行しています。",
    titleMove: (move) => `${move}手目`,
    tabs: "ページの各部分",
    board: "盤面",
    games: "対局",
    replay: "棋譜再生",
    menu: "設定",
  },

  empty: {
    title: "対局はまだありません",
    add: "ファイル、フォルダー、アーカイブをこのページにドロップするか、選択してください。",
    how: "ターミナルで棋譜を取り込み、このページを再読み込みしてください：",
    what: "ファイル、フォルダー、圧縮ファイルを指定できます。サーバーを --db 付きで起動した場合は、取り込みにも同じものを指定してください。",
  },

  panel: {
    title: "対局のデータ",
    games: "対局",
    statistics: "統計",
    tree: "手順ツリー",
  },

  keys: {
    title: "キーボード操作",
    groups: [
      {
        name: "検索する盤面",
        keys: [
          ["← ↑ → ↓", "カーソルを動かす"],
          ["Shift + ←", "カーソルを三路動かす"],
          ["Enter スペース", "打つ"],
          ["Backspace", "一手戻す"],
          ["← →", "クリックの後：一手戻る、進む"],
        ],
      },
      {
        name: "隅や一部の形を検索（定石）",
        keys: [
          ["← ↑ → ↓", "カーソルを動かす、範囲を広げる"],
          ["Enter スペース", "始点を決める、範囲を決める"],
          ["X *", "任意の点にする、または戻す"],
          ["Esc", "範囲を取り消す、または終わる"],
        ],
      },
      {
        name: "石を置く",
        keys: [
          ["B W E X", "黒石、白石、消す、任意の点"],
          ["Enter スペース", "選んだ石を置く"],
          ["Delete", "その点を消す"],
          ["Esc", "終わる"],
        ],
      },
      {
        name: "棋譜を再生する盤面",
        keys: [
          ["← →", "一手戻る・進む"],
          ["PgUp PgDn", "十手戻る・進む"],
          ["Home End", "最初・最後へ"],
          ["スペース", "自動再生・一時停止"],
          ["Shift + ↑ ↓", "この手の別の変化へ"],
          ["Shift + ← →", "前・次の変化図へ"],
          ["V", "ここの次の変化図へ"],
          ["C", "次のコメントへ（Shiftで前へ）"],
          ["クリック", "その点の手へ（破線の円は次の手）"],
          ["P N", "一覧の前・次の対局"],
          ["Esc", "対局を閉じる"],
        ],
      },
      {
        name: "共通",
        keys: [
          ["Tab", "次の部分へ"],
          ["Ctrl + ホイール", "ページを拡大・縮小"],
          ["?", "キーボード操作を表示・閉じる"],
        ],
      },
    ],
  },

  settings: {
    theme: "外観",
    themes: { system: "システムに合わせる", light: "ライト", dark: "ダーク" },
    language: "言語",
    automatic: "ブラウザーに合わせる",
    coordinates: "座標",
    coordinateNames: { western: "A1～T19", sgf: "aa～ss", none: "なし" },
    board: "碁盤",
    boards: { wood: "木目", plain: "無地" },
    marks: "着手の印",
    markNames: { letter: "文字", share: "割合（%）", wins: "勝率（%）" },
  },
};
