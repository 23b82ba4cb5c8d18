import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icons.tsx";

/** What a button does on a click, unless it is off. A disabled button would lose the focus; this one keeps it. */
export const unlessOff = (isOff: boolean, onClick: () => void) => ({
  "aria-disabled": isOff,
  onClick: isOff ? undefined : onClick,
});

interface IconButtonProps {
  icon: IconName;
  label: string;
  disabled?: boolean;
  pressed?: boolean;
  onClick(): void;
}

/** A button with an icon; its label is its name and its tooltip. */
export function IconButton({ icon, label, disabled = false, pressed, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      class="tool"
      aria-pressed={pressed}
      aria-label={label}
      title={label}
      {...unlessOff(disabled, onClick)}
    >
      <Icon name={icon} />
    </button>
  );
}

interface StepButtonsProps {
  at: number;
  last: number;
  labels: { first: string; back: string; forward: string; last: string };
  onStep(at: number): void;
}

/** The buttons that step through the moves on a board. */
export function StepButtons({ at, last, labels, onStep }: StepButtonsProps) {
  return (
    <>
      <IconButton icon="first" label={labels.first} disabled={at <= 0} onClick={() => onStep(0)} />
      <IconButton icon="back" label={labels.back} disabled={at <= 0} onClick={() => onStep(at - 1)} />
      <IconButton icon="forward" label={labels.forward} disabled={at >= last} onClick={() => onStep(at + 1)} />
      <IconButton icon="last" label={labels.last} disabled={at >= last} onClick={() => onStep(last)} />
    </>
  );
}

interface SegmentsProps<T extends string> {
  label: string;
  value: T;
  choices: readonly (readonly [value: T, name: ComponentChildren])[];
  onChoose(value: T): void;
}

/** A row of buttons, of which one is chosen. */
export function Segments<T extends string>({ label, value, choices, onChoose }: SegmentsProps<T>) {
  return (
    <div class="segments" role="group" aria-label={label}>
      {choices.map(([choice, name]) => (
        <button key={choice} type="button" aria-pressed={choice === value} onClick={() => onChoose(choice)}>
          {name}
        </button>
      ))}
    </div>
  );
}
