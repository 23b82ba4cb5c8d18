import { apiUrl, trouble, untilBack } from "../core/api.ts";

/** The name of the lock that the connected page of a browser holds, and of the channel to the other ones. */
const NAME = "bgo-presence";

let tellOthers = (): void => {};

/** Shows that the server has ended, until another begins. */
function end(): Promise<void> {
  trouble.set("ended");
  return untilBack();
}

/** Keeps a connection to the server, by which it knows that a page is open, and the page that the server has ended. */
async function connect(): Promise<void> {
  for (let hasFailed = false; ; ) {
    try {
      const response = await fetch(apiUrl("presence"), { cache: "no-store" });
      // A refusal lasts.
      if (response.status >= 400 && response.status < 500) return;
      if (!response.ok) throw new Error();
      hasFailed = false;
      await response.text();
      tellOthers();
      await end();
    } catch {
      // A computer that slept has cut the connection. The first try is made at once, because a hidden page may have
      // to wait a minute.
      if (hasFailed) await untilBack();
      hasFailed = true;
    }
  }
}

/** Keeps the server running while a page is open. One page is connected, because browsers allow few connections. */
export async function stay(): Promise<void> {
  if (!("locks" in navigator)) return connect();
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = () => void end();
  tellOthers = () => channel.postMessage(null);
  await navigator.locks.request(NAME, connect);
  channel.close();
}

export const quit = (): Promise<unknown> => fetch(apiUrl("quit"), { method: "POST" }).catch(() => null);
