// Makes src/core/openapi.ts, the types of the answers and the conditions of questions, from the description of the API.
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const document = JSON.parse(await readFile(new URL("../../src/web/openapi.json", import.meta.url), "utf8"));
const shared = document.paths["/find"].get.parameters.flatMap(({ $ref }) => $ref?.split("/").slice(-1) ?? []);
const examples = shared.map((name) => [name, document.components.parameters[name].example ?? null]);
// The page makes its addresses itself.
document.paths = {};
document.components.parameters = {};
document.components.responses = {};
const types = await openapiTS(document, { rootTypes: false });
const text = `// Made by \`npm run make\` in types/.
${astToString(types)}
/** The conditions on games, with an example of those whose values are no text. */
export const CONDITIONS = ${JSON.stringify(Object.fromEntries(examples), null, 2)} as const;
`;
await writeFile(new URL("../src/core/openapi.ts", import.meta.url), text);
