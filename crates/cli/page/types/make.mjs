// Makes src/core/openapi.ts, the types of the answers, from the description of the API.
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const document = JSON.parse(await readFile(new URL("../../src/web/openapi.json", import.meta.url), "utf8"));
// The page makes its addresses itself.
document.paths = {};
document.components.parameters = {};
document.components.responses = {};
const types = await openapiTS(document, { rootTypes: false });
await writeFile(new URL("../src/core/openapi.ts", import.meta.url), `// Made by \`npm run types\`.\n${astToString(types)}`);
