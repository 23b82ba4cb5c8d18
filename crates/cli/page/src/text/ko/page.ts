import type { page as English } from "../en/page.ts";

export const page: typeof English = {
  page: {
    description: "바둑 기보 데이터베이스",
    skipTo: "바로 가기",
    lost: "서버에 연결할 수 없어 다시 시도합니다.",
    busy: "서버가 바빠 다시 시도합니다.",
    titleMove: (move) => `${move}수`,
    tabs: "페이지의 부분",
    board: "바둑판",
    games: "대국",
    replay: "기보 보기",
    menu: "설정",
  },

  empty: {
    title: "아직 대국이 없습니다",
    add: "파일, 폴더, 압축 파일을 이 페이지에 놓거나 선택하세요.",
    how: "터미널에서 기보를 가져온 뒤 이 페이지를 새로 고치세요:",
    what: "파일, 폴더, 압축 파일을 지정할 수 있습니다. 서버를 --db로 시작했다면 가져올 때도 같은 것을 지정하세요.",
  },

  panel: {
    title: "대국 자료",
    games: "대국",
    statistics: "통계",
    tree: "수순 트리",
  },

  keys: {
    title: "단축키",
    groups: [
      {
        name: "검색 바둑판",
        keys: [
          ["← ↑ → ↓", "커서 옮기기"],
          ["Shift + ←", "커서 세 줄 옮기기"],
          ["Enter 스페이스", "두기"],
          ["Backspace", "한 수 뒤로"],
          ["← →", "클릭한 뒤: 한 수 뒤로, 앞으로"],
        ],
      },
      {
        name: "귀·부분 모양 검색(정석)",
        keys: [
          ["← ↑ → ↓", "커서 옮기기, 영역 넓히기"],
          ["Enter 스페이스", "시작점 정하기, 영역 끝내기"],
          ["X *", "임의점으로 하거나 되돌리기"],
          ["Esc", "영역 취소 또는 끝내기"],
        ],
      },
      {
        name: "돌 놓기",
        keys: [
          ["B W E X", "흑돌, 백돌, 지우개, 임의점"],
          ["Enter 스페이스", "고른 도구 쓰기"],
          ["Delete", "그 점 지우기"],
          ["Esc", "끝내기"],
        ],
      },
      {
        name: "기보 바둑판",
        keys: [
          ["← →", "한 수 뒤로, 앞으로"],
          ["PgUp PgDn", "열 수 뒤로, 앞으로"],
          ["Home End", "처음, 끝으로"],
          ["스페이스", "자동 재생, 일시 정지"],
          ["Shift + ↑ ↓", "이 수의 다른 변화로"],
          ["Shift + ← →", "이전, 다음 변화로"],
          ["V", "여기의 다음 변화로"],
          ["C", "다음 해설로 (Shift: 이전 해설로)"],
          ["클릭", "그 점의 수로 (점선 원은 다음 수)"],
          ["P N", "목록의 이전, 다음 대국"],
          ["Esc", "대국 닫기"],
        ],
      },
      {
        name: "공통",
        keys: [
          ["Tab", "다음 부분으로"],
          ["Ctrl + 휠", "페이지 확대, 축소"],
          ["?", "단축키 보기, 닫기"],
        ],
      },
    ],
  },

  settings: {
    theme: "화면",
    themes: { system: "시스템과 같게", light: "밝게", dark: "어둡게" },
    language: "언어",
    automatic: "브라우저와 같게",
    coordinates: "좌표",
    coordinateNames: { western: "A1–T19", sgf: "aa–ss", none: "없음" },
    board: "바둑판",
    boards: { wood: "나무", plain: "단색" },
    marks: "수 표시",
    markNames: { letter: "글자", share: "비율(%)", wins: "승률(%)" },
  },
};
