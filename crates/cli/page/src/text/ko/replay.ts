import type { replay as English } from "../en/replay.ts";
import { colors } from "./words.ts";

export const replay: typeof English = {
  replay: {
    title: "기보 바둑판",
    titleOf: (black, white) => `${black} 대 ${white}`,
    help: "왼쪽과 오른쪽 화살표 키로 한 수씩 보고, Home과 End 키로 처음과 끝으로 갑니다. 물음표 키는 모든 단축키를 보여 줍니다.",
    close: "대국 닫기",
    exchanged: "흑백 교환",
    captured: (count, color) => `${colors[color]}이 따낸 돌 ${count}개`,
    taken: "따냄",
    steps: "대국의 수순",
    move: "수",
    progress: (at, of) => `${of}수 중 ${at}수`,
    toPosition: "검색한 국면으로",
    autoplay: "자동 재생",
    pause: "일시 정지",
    options: "보기 설정",
    numbers: "수순 번호",
    numberChoices: { none: "없음", last: "최근 10수", all: "모두" },
    speed: "속도",
    speeds: { slow: "느리게", normal: "보통", fast: "빠르게" },
    previousGame: "목록의 이전 대국",
    nextGame: "목록의 다음 대국",
    start: "대국 시작",
    setUp: "돌을 놓음",
    plays: (color, name) => `${colors[color]} ${name}`,
    passes: (color) => `${colors[color]} 패스`,
    searchHere: "여기서 검색",
    download: "SGF 내려받기",
  },

  database: {
    title: "데이터베이스의 다음 수",
    played: "실전",
    none: "여기서 이어진 대국이 없습니다",
    only: "이 대국뿐",
    from: (move) => `${move}수부터`,
    never: "끝까지 같은 대국이 또 있습니다.",
    alone: "다른 대국과 같은 국면이 없습니다.",
  },

  variations: {
    progress: (move) => `변화도 ${move}수`,
    own: "내 변화도",
    ownProgress: (move) => `내 변화도 ${move}수`,
    back: "실전으로",
    comment: "해설",
    ply: (number, color, name) => (color ? `${number}, ${colors[color]} ${name}` : name),
    truncated: (count) => `기보에는 이 ${count}개 국면 말고도 더 있습니다.`,
  },

  info: {
    title: "대국 정보",
    differs: "내용이 다름",
  },
};
