import type { App } from "electron";
import { linkAmong } from "./commandWords.ts";

/** Told that the application shall come forward: with a link, or as it is. */
type OnCall = (link: string | undefined) => void;

/**
 * Collects the links that the system hands over: as words of the first start or of a later one, on a Mac as an event that may
 * come before anything is ready. Keeps the last one until somebody receives it, who
 * is called for it at once.
 *
 * @param words of the first start
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
