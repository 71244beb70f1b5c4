/** What panes and their window tell each other. Both are of one origin; what comes from elsewhere is not heard. */
import { PANES, type PaneName } from "../api/pane.ts";

/** What a pane tells its window. */
export type ToWindow =
  /** It shows this page, as this subject (encoded; empty for oneself). */
  | { readonly type: "at"; readonly path: string; readonly subject: string }
  /** It is to be closed, so that the other one has the window. */
  | { readonly type: "close" }
  /** It would show the page that the other one shows. */
  | { readonly type: "follow" }
  /** The keyboard is to go to a pane. */
  | { readonly type: "focus"; readonly pane: PaneName };

/** What the window tells a pane. */
export type ToPane = { readonly type: "go"; readonly path: string };

const MARK = "orrery";

/** Tells a window or a pane something. */
export const tell = (whom: Window, message: ToWindow | ToPane): void =>
  whom.postMessage({ [MARK]: message }, location.origin);

/** Hears messages of this origin. @returns ends that */
export function hear(listener: (from: MessageEventSource | null, message: unknown) => void): () => void {
  const onMessage = ({ origin, source, data }: MessageEvent): void => {
    if (origin !== location.origin || typeof data !== "object" || data === null || !(MARK in data)) return;
    listener(source, (data as Record<string, unknown>)[MARK]);
  };
  window.addEventListener("message", onMessage);
  return () => window.removeEventListener("message", onMessage);
}

/** A message of a pane; undefined for what is none. */
export function toWindow(message: unknown): ToWindow | undefined {
  const { type, path, subject, pane } = (message ?? {}) as Record<string, unknown>;
  if (type === "close" || type === "follow") return { type };
  if (type === "at" && typeof path === "string" && typeof subject === "string") return { type, path, subject };
  const name = PANES.find((each) => each === pane);
  return type === "focus" && name !== undefined ? { type, pane: name } : undefined;
}
