import { render } from "preact";
import { App } from "./app.tsx";
import "./styles/base.css";
import "./styles/board.css";
import "./styles/layout.css";
import "./styles/buttons.css";
import "./styles/tables.css";
import "./styles/games.css";
import "./styles/filters.css";
import "./styles/years.css";
import "./styles/replay.css";
import "./styles/narrow.css";

const root = document.getElementById("app");
if (root) render(<App />, root);
