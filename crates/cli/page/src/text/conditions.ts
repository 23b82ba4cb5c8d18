/** The names of the conditions that have a plain field, in the languages of the page. */
const NAMES: Record<string, Record<string, string> | undefined> = {
  event: { en: "Event", zh: "赛事", ja: "棋戦", ko: "대회" },
  words: { en: "Words", zh: "文字", ja: "語句", ko: "낱말" },
  archive: { en: "Archive", zh: "棋谱文件", ja: "棋譜ファイル", ko: "기보 파일" },
  from: { en: "From date", zh: "起始日期", ja: "開始日", ko: "시작 날짜" },
  to: { en: "To date", zh: "截止日期", ja: "終了日", ko: "끝 날짜" },
  komi: { en: "Komi", zh: "贴目", ja: "コミ", ko: "덤" },
  handicap: { en: "Handicap", zh: "让子", ja: "置石", ko: "접바둑" },
  rules: { en: "Rules", zh: "规则", ja: "ルール", ko: "규칙" },
  time: { en: "Main time", zh: "用时", ja: "持ち時間", ko: "제한 시간" },
  overtime: { en: "Overtime", zh: "读秒", ja: "秒読み", ko: "초읽기" },
  program: { en: "Program", zh: "软件", ja: "作成ソフト", ko: "프로그램" },
  length: { en: "Number of moves", zh: "手数", ja: "手数", ko: "수순" },
};

/** Returns the name of a condition in a language; one without a translation is named as in the API. */
export const conditionName = (condition: string, language: string): string =>
  NAMES[condition]?.[language] ?? condition.charAt(0).toUpperCase() + condition.slice(1);
