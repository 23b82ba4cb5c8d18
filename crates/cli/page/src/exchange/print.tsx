import { useEffect, useState } from "preact/hooks";
import { asApiError, get, type ApiError } from "../core/api.ts";
import { settings } from "../core/settings.ts";
import { useLanguage } from "../text/index.ts";
import { problemText } from "../text/problems.ts";
import { Segments, unlessOff } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { savePng, saveSvg } from "./copy.ts";
import { svgUrl } from "./picture.tsx";
import { shownWindow, type Printed } from "./shown.ts";

/** How many moves are in a diagram: a number, all, or those from a move to another. */
type Cut = "50" | "100" | "all" | "part";

const PER_PAGE = ["1", "2", "4", "6"] as const;

/** The pages of diagrams, as pictures. */
interface Pages {
  svgs: string[];
  error: ApiError | null;
  isLoading: boolean;
}

/** Draws pages by their paths in the API. The previous ones stay until all are there. */
function usePages(paths: string[]): Pages {
  const key = paths.join("\n");
  const [pages, setPages] = useState<Omit<Pages, "isLoading"> & { key: string }>({ key: "", svgs: [], error: null });
  useEffect(() => {
    const control = new AbortController();
    Promise.all(paths.map((path) => get<string>(path, control.signal))).then(
      (svgs) => setPages({ key, svgs, error: null }),
      (error: unknown) => !control.signal.aborted && setPages({ key, svgs: [], error: asApiError(error) }),
    );
    return () => control.abort();
  }, [key]);
  return { ...pages, isLoading: pages.key !== key };
}

/** The window that prints a game or a position, and saves its pages as pictures. */
export function PrintWindow({ printed }: { printed: Printed }) {
  const { code, texts, count } = useLanguage();
  const words = texts.exchange;
  const { moves, game } = printed;
  const [cut, setCut] = useState<Cut>(game === null ? "all" : "50");
  const [part, setPart] = useState({ first: Math.min(1, printed.at), last: printed.at });
  const [perPage, setPerPage] = useState<(typeof PER_PAGE)[number]>("4");
  const [shows, setShows] = useState({ numbers: true, marks: false, coordinates: settings.get().coordinates !== "none" });
  const [title, setTitle] = useState("");

  const diagrams = cut === "50" || cut === "100" ? Math.max(1, Math.ceil(moves / Number(cut))) : 1;
  const together = Math.min(Number(perPage), diagrams);
  const { svgs, error, isLoading } = usePages(
    Array.from({ length: Math.ceil(diagrams / together) }, (_, i) => {
      const query = new URLSearchParams({ language: code, per_sheet: String(together), sheet: String(i + 1) });
      if (cut === "all") query.set("diagrams", "0-");
      else if (cut === "part") query.set("diagrams", `${Math.min(part.first, part.last)}-${Math.max(part.first, part.last)}`);
      else query.set("per", cut);
      const { coordinates } = settings.get();
      if (shows.coordinates) query.set("coordinates", coordinates === "none" ? "western" : coordinates);
      if (!shows.numbers) query.set("plain", "true");
      if (shows.marks) query.set("marks", "true");
      if (title.trim() !== "") query.set("title", title.trim());
      return `${printed.path}${printed.path.includes("?") ? "&" : "?"}${query}`;
    }),
  );
  const isOff = isLoading || svgs.length === 0;

  const moveField = (end: keyof typeof part, label: string) => (
    <input
      type="number"
      min={0}
      max={moves}
      aria-label={label}
      value={part[end]}
      onInput={(event) =>
        setPart({ ...part, [end]: Math.max(0, Math.min(moves, Math.round(event.currentTarget.valueAsNumber) || 0)) })
      }
    />
  );
  const box = (name: keyof typeof shows, label: string) => (
    <label>
      <input
        type="checkbox"
        checked={shows[name]}
        onChange={(event) => setShows({ ...shows, [name]: event.currentTarget.checked })}
      />{" "}
      {label}
    </label>
  );
  return (
    <>
      <Dialog title={words.print} onClose={() => shownWindow.set(null)}>
        <div class="print-choices">
          {game !== null && (
            <>
              <span>{words.perDiagram}</span>
              <div>
                <Segments<Cut>
                  label={words.perDiagram}
                  value={cut}
                  choices={[["50", "50"], ["100", "100"], ["all", words.all], ["part", words.part]]}
                  onChoose={setCut}
                />
                {cut === "part" && (
                  <>
                    {moveField("first", words.fromMove)}–{moveField("last", words.toMove)}
                  </>
                )}
              </div>
              <span>{words.perPage}</span>
              <Segments<(typeof PER_PAGE)[number]>
                label={words.perPage}
                value={perPage}
                choices={PER_PAGE.map((number) => [number, number] as const)}
                onChoose={setPerPage}
              />
            </>
          )}
          <label for="print-title">{words.heading}</label>
          <input
            id="print-title"
            type="text"
            maxLength={100}
            value={title}
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
        </div>
        <div class="print-boxes">
          {box("numbers", words.numbers)}
          {box("marks", game === null ? words.letters : words.recordMarks)}
          {box("coordinates", texts.settings.coordinates)}
        </div>
        <p class="wrong" role="alert">
          {error && !isLoading && problemText(texts, error)}
        </p>
        <div class="print-pages" aria-busy={isLoading}>
          {svgs.map((svg, i) => {
            const name = `${game === null ? "position" : `game-${game}`}${svgs.length > 1 ? `-${i + 1}` : ""}`;
            return (
              <figure key={i}>
                <img src={svgUrl(svg)} alt={words.sheet(count(i + 1), count(svgs.length))} />
                <figcaption>
                  <button type="button" class="tool text" {...unlessOff(isOff, () => saveSvg(svg, name))}>
                    {words.saveSvg}
                  </button>
                  <button type="button" class="tool text" {...unlessOff(isOff, () => void savePng(svg, name))}>
                    {words.savePng}
                  </button>
                </figcaption>
              </figure>
            );
          })}
        </div>
        <div class="dialog-buttons">
          <button type="button" class="tool text main" {...unlessOff(isOff, () => window.print())}>
            {words.toPrinter}
          </button>
        </div>
      </Dialog>
      <div class="sheets">
        {svgs.map((svg, i) => (
          <img key={i} src={svgUrl(svg)} alt="" />
        ))}
      </div>
    </>
  );
}
