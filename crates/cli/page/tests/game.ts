import type { Locator, Page } from "@playwright/test";
import { expect, games, query, replay, Server, test as plain } from "./base.ts";

/** Brings a part of the page to the front, if it is hidden for want of room. */
export async function bring(page: Page, part: "board" | "games" | "replay"): Promise<void> {
  const target = { board: page.locator("#search"), games: games(page), replay: replay(page) }[part];
  const isHidden = !(await target.isVisible());
  // Where there are two columns, the games are beside the search board.
  if (isHidden) await page.locator(`.views [data-part=${part}]:visible, .views [data-part=board]:visible`).last().click();
  await expect(target).toBeVisible();
}

/** Opens the page with a game, and waits for the game's board. */
export async function openAt(page: Page, server: Server, search: string): Promise<Locator> {
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
