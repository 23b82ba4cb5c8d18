import type { profile as English } from "../en/profile.ts";
import { colors } from "./words.ts";

export const profile: typeof English = {
  profile: {
    open: (name) => `${name}의 페이지`,
    close: "대국자 페이지 닫기",
    summary: (games, years) => `${games}, ${years}`,
    showGames: "대국 보기",
    record: "전적",
    color: "흑백",
    both: "합계",
    wins: "승",
    losses: "패",
    draws: "무",
    bar: (wins, draws, losses) => `${wins}승 ${draws}무 ${losses}패`,
    interval: (low, high) => `, 실제 승률은 약 ${low}~${high}`,
    winRate: (rate, low, high) => `승패가 난 대국의 승률은 ${rate}, 실제 승률은 약 ${low}~${high}입니다.`,
    yearHelp: "화살표 키로 연도를 옮기고, Shift 키로 여러 해를, Enter 키로 대국을 봅니다.",
    more: (count) => `${count}개 더 보기`,
    openings: (color) => `${colors[color]}번 포석`,
    noOpenings: "대국 없음",
    opponents: "상대 전적",
    opponent: "상대",
    gamesWith: (name, games) => `${name} 상대 ${games}`,
  },
};
