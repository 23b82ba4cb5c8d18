import { go } from "../core/address.ts";
import type { Place, Sort } from "../core/place.ts";
import { useLanguage } from "../text/index.ts";
import { Icon } from "../ui/icons.tsx";

const COLUMNS: { name: string; sorts: readonly Exclude<Sort, "number">[] }[] = [
  { name: "date", sorts: ["date"] },
  { name: "players", sorts: ["players", "rank"] },
  { name: "result", sorts: ["result", "length"] },
];

/** The names of the columns, which sort the list. */
export function ListHead({ here }: { here: Place }) {
  const { texts } = useLanguage();
  const words = texts.list;
  const sortBy = (sort: Sort) => go(here.sort === sort ? { reverse: !here.reverse } : { sort, reverse: false }, "replace");
  // Names begin with the first letter, all else with the latest, the strongest, the longest or what is best for Black.
  const isDown = (here.sort === "players") === here.reverse;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {COLUMNS.map(({ name, sorts }) => {
          const isSorted = sorts.some((sort) => sort === here.sort);
          return (
            <th key={name} scope="col" class={name} aria-sort={isSorted ? (isDown ? "descending" : "ascending") : undefined}>
              <span class="orders">
                {sorts.map((sort) => (
                  <button key={sort} type="button" class={sort === here.sort ? "sorts" : undefined} onClick={() => sortBy(sort)}>
                    {words[sort]}
                    {sort === here.sort && <Icon name={isDown ? "down" : "up"} />}
                  </button>
                ))}
              </span>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
