import { render } from "preact";
import { App } from "./app.tsx";
import { loadLanguage } from "./text/index.ts";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/phone.css";
import "./styles/board.css";
import "./styles/controls.css";
import "./styles/moves.css";
import "./styles/games.css";
import "./styles/filters.css";
import "./styles/years.css";
import "./styles/pattern.css";
import "./styles/replay.css";
import "./styles/notation.css";
import "./styles/statistics.css";
import "./styles/tree.css";
import "./styles/profile.css";
import "./styles/setup.css";
import "./styles/exchange.css";
import "./styles/import.css";
import "./styles/help.css";
import "./styles/print.css";

const root = document.getElementById("app");
// Until its texts are there, the page in another language would show English.
void loadLanguage().then(() => root && render(<App />, root));
