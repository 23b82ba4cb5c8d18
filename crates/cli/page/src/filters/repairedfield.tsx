import { useId } from "preact/hooks";
import { useLanguage } from "../text/index.ts";
import { Complaint, useIsRefused } from "./complaint.tsx";

const NAMES = ["repaired"] as const;

/** The field for whether the record of a game has faults. */
export function RepairedField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const words = useLanguage().texts.filters;
  const id = useId();
  const isWrong = useIsRefused(NAMES);
  return (
    <div class="field">
      <label for={id}>{words.repaired}</label>
      <select
        id={id}
        value={value}
        aria-invalid={isWrong}
        aria-describedby={`${id}complaint`}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">{words.anyRecord}</option>
        <option value="yes">{words.yes}</option>
        <option value="no">{words.no}</option>
      </select>
      <Complaint names={NAMES} id={`${id}complaint`} />
    </div>
  );
}
