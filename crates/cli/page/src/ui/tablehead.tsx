import type { ComponentChildren } from "preact";

export interface Column {
  name: ComponentChildren;
  class?: string;
  title?: string | undefined;
  /** True if screen readers alone are told the name. */
  isHidden?: boolean;
}

/** The head of a table whose columns have names. */
export function TableHead({ columns, class: name }: { columns: readonly Column[]; class?: string }) {
  return (
    <thead class={name}>
      <tr>
        {columns.map((column, i) => (
          <th key={i} scope="col" class={column.class} title={column.title}>
            {column.isHidden ? <span class="hidden">{column.name}</span> : column.name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
