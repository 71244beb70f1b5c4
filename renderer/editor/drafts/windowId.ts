import { paneKey } from "../../api/pane.ts";

/** Tells this window (a tab of the browser, or a pane of it) from others; the same after a reload. */
export function windowId(): string {
  const key = paneKey("orrery.window");
  const known = sessionStorage.getItem(key);
  if (known !== null) return known;
  const made = crypto.randomUUID();
  sessionStorage.setItem(key, made);
  return made;
}
