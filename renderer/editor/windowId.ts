const KEY = "orrery.window";

/** Tells this window (a tab of the browser) from others; the same after a reload. */
export function windowId(storage: Pick<Storage, "getItem" | "setItem"> = sessionStorage): string {
  const known = storage.getItem(KEY);
  if (known !== null) return known;
  const made = crypto.randomUUID();
  storage.setItem(KEY, made);
  return made;
}
