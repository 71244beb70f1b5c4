/** Light, dark, or as the system has it; kept on this machine. */
import { useCallback, useEffect, useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";

const KEY = "orrery.theme";
const listeners = new Set<() => void>();

/** The chosen theme; `system` when nothing valid is kept. */
export function readTheme(storage: Pick<Storage, "getItem">): Theme {
  const kept = storage.getItem(KEY);
  return kept === "light" || kept === "dark" ? kept : "system";
}

function apply(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The theme and its setter. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, () => readTheme(localStorage));
  useEffect(() => apply(theme), [theme]);
  const set = useCallback((next: Theme) => {
    localStorage.setItem(KEY, next);
    for (const listener of listeners) listener();
  }, []);
  return [theme, set];
}

/** Whether dark is shown at the moment, whatever decided it. Follows the system. */
export function useIsDark(): boolean {
  const [theme] = useTheme();
  const systemDark = useSyncExternalStore(subscribeSystem, () => systemQuery().matches);
  return theme === "dark" || (theme === "system" && systemDark);
}

const systemQuery = (): MediaQueryList => matchMedia("(prefers-color-scheme: dark)");

function subscribeSystem(listener: () => void): () => void {
  const query = systemQuery();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
