import type { replay as English } from "../en/replay.ts";
import { colors } from "./words.ts";

export const replay: typeof English = {
  replay: {
    title: "棋譜を再生する盤面",
    titleOf: (black, white) => `${black} 対 ${white}`,
    help: "左右の矢印キーで一手ずつ進み、HomeとEndで最初と最後へ移動します。「?」でキーボード操作を表示します。",
    close: "対局を閉じる",
    exchanged: "黒白入れ替え",
    captured: (count, color) => `${colors[color]}のアゲハマ ${count}子`,
    taken: "アゲハマ",
    steps: "対局の手順",
    move: "手数",
    progress: (at, of) => `${of}手中 ${at}手目`,
    toPosition: "検索した局面へ",
    autoplay: "自動再生",
    pause: "一時停止",
    options: "表示の設定",
    numbers: "手数の表示",
    numberChoices: { none: "なし", last: "直近10手", all: "すべて" },
    speed: "速さ",
    speeds: { slow: "遅い", normal: "普通", fast: "速い" },
    previousGame: "一覧の前の対局",
    nextGame: "一覧の次の対局",
    start: "対局開始",
    setUp: "石の配置",
    plays: (color, name) => `${colors[color]} ${name}`,
    passes: (color) => `${colors[color]}パス`,
    searchHere: "ここから検索",
    download: "SGFを保存",
  },

  database: {
    title: "データベースの次の一手",
    played: "実戦",
    none: "ここから続く対局はありません",
    only: "この対局のみ",
    from: (move) => `${move}手目から`,
    never: "最後まで同じ対局がほかにあります。",
    alone: "ほかの対局と同じ局面はありません。",
  },

  variations: {
    progress: (move) => `変化図 ${move}手目`,
    own: "自分の変化図",
    ownProgress: (move) => `自分の変化図 ${move}手目`,
    back: "本譜に戻る",
    comment: "コメント",
    ply: (number, color, name) => (color ? `${number}、${colors[color]} ${name}` : name),
    truncated: (count) => `棋譜にはこの${count}局面のほかにもあります。`,
  },

  info: {
    title: "対局の情報",
    differs: "内容が異なる",
  },
};
