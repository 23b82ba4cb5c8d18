import type { games as English } from "../en/games.ts";

export const games: typeof English = {
  list: {
    title: "대국",
    which: "보여 줄 대국",
    here: "이 국면의 대국",
    all: "모든 대국",
    none: "해당하는 대국이 없습니다",
    noneHere: "이 국면이 나온 대국이 없습니다.",
    noneHereFiltered: "조건에 맞는 대국에 이 국면이 없습니다.",
    noneFiltered: "조건에 맞는 대국이 없습니다.",
    empty: "데이터베이스에 대국이 없습니다.",
    showAll: "모든 대국 보기",
    date: "날짜",
    players: "대국자",
    rank: "기력",
    result: "결과",
    length: "수",
    more: (count) => `${count}국이 더 있습니다. 조건을 더하거나 순서를 뒤집어 보세요.`,
    download: "목록의 모든 대국 내려받기",
    forms: { sgf: "SGF 파일 하나", tgz: "SGF 파일 압축 묶음(TGZ)", csv: "스프레드시트용 표(CSV)" },
  },
};
