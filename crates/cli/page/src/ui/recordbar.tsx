import { useLanguage } from "../text/index.ts";
import { ShareBar } from "./sharebar.tsx";

interface RecordBarProps {
  wins: number;
  draws: number;
  losses: number;
  /** True if the games are too few to say much. */
  isFaded?: boolean;
}

/** A bar that divides a player's games into won, drawn and lost ones. */
export function RecordBar({ wins, draws, losses, isFaded }: RecordBarProps) {
  const { texts, count } = useLanguage();
  const told = texts.profile.bar(count(wins), count(draws), count(losses));
  return <ShareBar parts={[["won", wins], ["draw", draws], ["lost", losses]]} told={told} isFaded={isFaded} />;
}
