import { memo } from "preact/compat";

/** The distance of two lines of the grain, and how far a line strays, in the drawing's units. */
const STEP = 11;
const SWAY = 5;

interface GrainProps {
  color: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Returns a number from -1 to 1 that looks random. */
const stray = (seed: number): number => {
  const wave = Math.sin(seed * 12.9898) * 43758.5453;
  return 2 * (wave - Math.floor(wave)) - 1;
};

/** The lines of wood, all of them two paths, so that they cost next to nothing; the same at each drawing. */
export const Grain = memo(function Grain({ color, left, top, width, height }: GrainProps) {
  const paths = ["", ""];
  for (let i = 0; i * STEP < width + 2 * SWAY; i += 1) {
    const x = left - SWAY + i * STEP + stray(i) * SWAY;
    const bend = (part: number) => `${(x + stray(i + part) * SWAY).toFixed(1)} ${(top + height * part).toFixed(1)}`;
    paths[i % 2] += `M${bend(0)}C${bend(0.3)} ${bend(0.7)} ${bend(1)}`;
  }
  return (
    <g fill="none" stroke={color} data-grain>
      <path d={paths[0]} stroke-width={0.7} stroke-opacity={0.15} />
      <path d={paths[1]} stroke-width={3.2} stroke-opacity={0.06} />
    </g>
  );
});
