const KEY = "orrery.window";

/** Identifies this window (a tab of the browser); the same after a reload. */
export function windowId(): string {
  const known = sessionStorage.getItem(KEY);
  if (known !== null) return known;
  const made = crypto.randomUUID();
  sessionStorage.setItem(KEY, made);
  return made;
}
