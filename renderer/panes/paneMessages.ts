/** Messages between panes and their window. Both have the same origin; messages from other origins are ignored. */
import { PANES, type PaneName } from "../api/pane.ts";

/** Messages from a pane to its window. */
export type ToWindow =
  /** The pane shows this page, as this subject (encoded; empty for the user's own identity). */
  | { readonly type: "at"; readonly path: string; readonly subject: string }
  /** Close this pane, so that the other one fills the window. */
  | { readonly type: "close" }
  /** The pane wants to show the other pane's page. */
  | { readonly type: "follow" }
  /** Move the keyboard focus to a pane. */
  | { readonly type: "focus"; readonly pane: PaneName };

/** Messages from the window to a pane. */
export type ToPane = { readonly type: "go"; readonly path: string };

const MARK = "orrery";

/** Sends a message to a window or a pane. */
export const sendMessage = (target: Window, message: ToWindow | ToPane): void =>
  target.postMessage({ [MARK]: message }, location.origin);

/** Listens to messages from this origin. @returns a function that ends the subscription */
export function onMessage(listener: (from: MessageEventSource | null, message: unknown) => void): () => void {
  const onMessage = ({ origin, source, data }: MessageEvent): void => {
    if (origin !== location.origin || typeof data !== "object" || data === null || !(MARK in data)) return;
    listener(source, (data as Record<string, unknown>)[MARK]);
  };
  window.addEventListener("message", onMessage);
  return () => window.removeEventListener("message", onMessage);
}

/** Validates a message from a pane; undefined for anything else. */
export function toWindow(message: unknown): ToWindow | undefined {
  const { type, path, subject, pane } = (message ?? {}) as Record<string, unknown>;
  if (type === "close" || type === "follow") return { type };
  if (type === "at" && typeof path === "string" && typeof subject === "string") return { type, path, subject };
  const name = PANES.find((each) => each === pane);
  return type === "focus" && name !== undefined ? { type, pane: name } : undefined;
}
