import type { names as English } from "../en/names.ts";

export const names: typeof English = {
  names: {
    event: "대회",
    round: "라운드",
    place: "장소",
    date: "날짜",
    result: "결과",
    komi: "덤",
    handicap: "치수",
    rules: "규칙",
    time: "제한 시간",
    overtime: "초읽기",
    program: "프로그램",
    moves: "수",
    board: "바둑판",
    name: "이름",
    publication: "출처",
    repairs: "가져올 때 수정",
    number: "대국 번호",
    source: "파일",
    words: "검색어",
    archive: "원본 파일",
    from: "시작 날짜",
    to: "끝 날짜",
    length: "수",
  },
};
