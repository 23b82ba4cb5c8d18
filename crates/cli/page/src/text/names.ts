import type { OPTION_FLAGS } from "../core/place.ts";

/** A text in each language of the page. */
type InEach<T> = Record<"en" | "zh" | "ja" | "ko", T>;

/** The names of facts of games and of conditions on them, in the languages of the page. */
const NAMES = {
  event: { en: "Event", zh: "赛事", ja: "棋戦", ko: "대회" },
  round: { en: "Round", zh: "轮次", ja: "回戦", ko: "라운드" },
  place: { en: "Place", zh: "地点", ja: "場所", ko: "장소" },
  date: { en: "Date", zh: "日期", ja: "日付", ko: "날짜" },
  result: { en: "Result", zh: "结果", ja: "結果", ko: "결과" },
  komi: { en: "Komi", zh: "贴目", ja: "コミ", ko: "덤" },
  handicap: { en: "Handicap", zh: "让子", ja: "置石", ko: "접바둑" },
  rules: { en: "Rules", zh: "规则", ja: "ルール", ko: "규칙" },
  time: { en: "Main time", zh: "用时", ja: "持ち時間", ko: "제한 시간" },
  overtime: { en: "Overtime", zh: "读秒", ja: "秒読み", ko: "초읽기" },
  program: { en: "Program", zh: "软件", ja: "作成ソフト", ko: "프로그램" },
  moves: { en: "Moves", zh: "手数", ja: "手数", ko: "수" },
  board: { en: "Board", zh: "棋盘", ja: "碁盤", ko: "바둑판" },
  name: { en: "Name", zh: "名称", ja: "名称", ko: "이름" },
  publication: { en: "Publication", zh: "出处", ja: "出典", ko: "출처" },
  repairs: { en: "Repairs", zh: "修正", ja: "修正", ko: "수정" },
  number: { en: "Game number", zh: "对局编号", ja: "対局番号", ko: "대국 번호" },
  source: { en: "Source", zh: "来源", ja: "ファイル", ko: "파일" },
  words: { en: "Words", zh: "文字", ja: "語句", ko: "낱말" },
  archive: { en: "Archive", zh: "棋谱文件", ja: "棋譜ファイル", ko: "기보 파일" },
  from: { en: "From date", zh: "起始日期", ja: "開始日", ko: "시작 날짜" },
  to: { en: "To date", zh: "截止日期", ja: "終了日", ko: "끝 날짜" },
  length: { en: "Number of moves", zh: "手数", ja: "手数", ko: "수" },
} satisfies Record<string, InEach<string>>;

export type Named = keyof typeof NAMES;

/** The options of patterns that are on or off, with a sentence about each. */
const OPTIONS: Record<(typeof OPTION_FLAGS)[number], InEach<{ name: string; help: string }>> = {
  fixed_colors: {
    en: { name: "Fixed colours", help: "Exchanged colours do not count" },
    zh: { name: "固定黑白", help: "不计黑白互换" },
    ja: { name: "色を固定", help: "黒白の入れ替えを数えません" },
    ko: { name: "색 고정", help: "흑백을 바꾼 모양은 세지 않습니다" },
  },
  in_place: {
    en: { name: "In place", help: "Only exactly here: neither turned nor moved" },
    zh: { name: "固定位置", help: "仅限此处：不旋转，也不移动" },
    ja: { name: "位置を固定", help: "この位置のみ。回転も移動もしません" },
    ko: { name: "위치 고정", help: "이 위치만: 회전도 이동도 하지 않습니다" },
  },
  touching: {
    en: { name: "Touching", help: "Also where it lies against edges that the area does not touch" },
    zh: { name: "可靠边", help: "也计入靠在区域未触及的边上的棋形" },
    ja: { name: "辺に接触可", help: "範囲が触れていない辺に接する形も数えます" },
    ko: { name: "변 접촉 허용", help: "영역이 닿지 않은 변에 붙은 모양도 셉니다" },
  },
  direct: {
    en: { name: "At once", help: "Only answers without a move elsewhere before them" },
    zh: { name: "紧接", help: "只计此前没有脱先的应手" },
    ja: { name: "直後", help: "手抜きのあとの応手は数えません" },
    ko: { name: "바로", help: "손을 뺀 뒤의 응수는 세지 않습니다" },
  },
  strict: {
    en: { name: "Strict", help: "Nothing is played elsewhere during the sequence" },
    zh: { name: "严格", help: "手顺之间没有脱先" },
    ja: { name: "厳密", help: "手順の途中に手抜きがありません" },
    ko: { name: "엄격", help: "수순 도중에 손을 빼지 않습니다" },
  },
};

/** Returns the name of a fact or a condition; one without a name here is named as in the API. */
export const nameOf = (name: string, language: string): string =>
  name in NAMES
    ? NAMES[name as Named][language as keyof InEach<string>]
    : name.charAt(0).toUpperCase() + name.slice(1);

/** Returns the name of an option of patterns, and the sentence about it. */
export const optionNames = (option: keyof typeof OPTIONS, language: string): { name: string; help: string } =>
  OPTIONS[option][language as keyof InEach<string>];
