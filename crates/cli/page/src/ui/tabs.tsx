import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

interface TabsProps<T extends string> {
  label: string;
  value: T;
  tabs: readonly (readonly [value: T, name: ComponentChildren])[];
  onChoose(value: T): void;
  children: ComponentChildren;
}

/** Tabs, of which one is open, and its panel. Arrow keys move between the tabs. */
export function Tabs<T extends string>({ label, value, tabs, onChoose, children }: TabsProps<T>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = tabs.findIndex(([tab]) => tab === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next[0]);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next[0]}"]`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(([tab, name]) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}${tab}`}
            data-tab={tab}
            aria-selected={tab === value}
            aria-controls={`${id}panel`}
            tabIndex={tab === value ? 0 : -1}
            onClick={() => onChoose(tab)}
          >
            {name}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${value}`}>
        {children}
      </div>
    </>
  );
}
