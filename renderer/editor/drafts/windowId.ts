import { paneKey } from "../../api/pane.ts";

/** A unique id of this window (a browser tab, or a pane of it), unchanged by a reload. */
export function windowId(): string {
  const key = paneKey("orrery.window");
  const known = sessionStorage.getItem(key);
  if (known !== null) return known;
  const made = crypto.randomUUID();
  sessionStorage.setItem(key, made);
  return made;
}
