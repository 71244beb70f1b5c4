import type { App } from "electron";
import { linkAmong } from "./commandWords.ts";

/** Called when the application should come to the front: with the link to open, or with undefined. */
type OnCall = (link: string | undefined) => void;

/**
 * Collects the links that the operating system passes to the application: as arguments of the first or of a later
 * start, or, on macOS, as an event that can come before the application is ready. Keeps the last link until the
 * application calls `receive`; the callback then gets it at once, and every later link as it arrives.
 *
 * @param arguments of the first start
 */
export function collectLinks(words: readonly string[], app: Pick<App, "on">): { receive(call: OnCall): void } {
  let waiting = linkAmong(words);
  let call: OnCall | undefined;
  const arrive = (link: string | undefined): void => {
    if (call === undefined) waiting = link ?? waiting;
    else call(link);
  };
  app.on("open-url", (event, link) => {
    event.preventDefault();
    arrive(link);
  });
  app.on("second-instance", (_event, later = []) => arrive(linkAmong(later)));
  app.on("activate", () => arrive(undefined));
  return {
    receive(next) {
      call = next;
      next(waiting);
    },
  };
}
