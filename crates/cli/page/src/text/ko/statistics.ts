import type { statistics as English } from "../en/statistics.ts";
import { colors } from "./words.ts";

export const statistics: typeof English = {
  statistics: {
    title: "국면 통계",
    byYear: "연도별 대국",
    yearHelp: "화살표 키로 연도를 옮기고, Shift 키로 여러 해를, Enter 키로 확정합니다.",
    year: (year, games, parts) => [`${year}: ${games}`, ...parts].join(", "),
    span: (years, games) => `${years}: ${games}`,
    mostGames: (games) => `최다 ${games}`,
    noYears: "날짜가 있는 대국이 없습니다",
    years: "연도",
    results: "승패",
    blackWins: "흑승",
    whiteWins: "백승",
    draws: "무승부",
    noResult: "결과 없음",
    interval: (rate, low, high) => `승패가 난 대국의 흑 승률은 ${rate}, 실제 승률은 약 ${low}~${high}입니다.`,
    players: "대국자",
    noPlayers: "대국자 없음",
    asColor: (color) => `${colors[color]}번 대국 수와 승률`,
    won: (share) => `승률 ${share}`,
    filterBy: (name) => `${name}의 대국만 보기`,
    morePlayers: (count) => `${count}명 더 보기`,
  },

  tree: {
    title: "이후 수순",
    help: "위아래 키로 옮기고, 좌우 키로 여닫고, Enter 키로 둡니다.",
    depth: "깊이",
    least: "최소 대국",
    otherOrders: (games) => `그중 ${games}국은 다른 수순`,
    otherOrdersNote: "* 다른 수순으로 이 국면에 이른 대국도 있습니다.",
    none: (games) => `${games} 이상 둔 수가 없습니다`,
    unfold: (name) => `${name} 펼치기`,
    fold: (name) => `${name} 접기`,
  },
};
