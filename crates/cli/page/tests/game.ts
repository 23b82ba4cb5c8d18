import type { Locator, Page } from "@playwright/test";
import { expect, query, replay, Server, test as plain } from "./base.ts";

/** Opens a link to the page with a game, and waits for the game's board. */
export async function openWithGame(page: Page, server: Server, search: string): Promise<Locator> {
  await page.goto(server.url + search);
  await expect(replay(page)).toContainText(/Move \d+/);
  return replay(page);
}

/** Returns the number of the game whose row contains a text. */
export async function gameOf(page: Page, server: Server, words: string): Promise<number> {
  const answer = await page.request.get(`${server.url}api/v1/games?stones=&limit=200`);
  const { list } = (await answer.json()) as { list: Record<string, unknown>[] };
  const found = list.find((game) => JSON.stringify(game).includes(words));
  if (!found) throw new Error(`no game with ${words}`);
  return Number(found.game);
}

/** Returns the scene that the address has. */
export const scene = (page: Page): number => Number(query(page).get("at"));

/** Returns a test with a server that has records of its own beside the fixtures. */
export const testWith = (records: Record<string, string>) =>
  plain.extend<object, { server: Server }>({
    server: [
      async ({}, use) => {
        const server = new Server([], records);
        await server.start();
        await use(server);
        await server.remove();
      },
      { scope: "worker" },
    ],
  });
