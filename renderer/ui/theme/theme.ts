/** The theme: light, dark, or the system's. */
import { useEffect, useSyncExternalStore } from "react";
import { useSetting } from "../../localSettings/store.ts";
import { usePresenting } from "./presenting.ts";

/** Sets the chosen appearance on the root element, because dialogs and menus render outside the views. */
export function useAppearance(): void {
  const [theme] = useSetting("theme");
  const [density] = useSetting("density");
  const isPresenting = usePresenting();
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === "system") delete dataset["theme"];
    else dataset["theme"] = theme;
    dataset["density"] = isPresenting ? "comfortable" : density;
    if (isPresenting) dataset["presenting"] = "";
    else delete dataset["presenting"];
  }, [theme, density, isPresenting]);
}

/** The height of a table's row in pixels; the same as `--row` of the style sheets. */
export function useRowHeight(): number {
  const [density] = useSetting("density");
  const isPresenting = usePresenting();
  return density === "compact" && !isPresenting ? 28 : 36;
}

/** Whether the dark theme is active, chosen by the user or by the system. Updates with the system. */
export function useIsDark(): boolean {
  const [theme] = useSetting("theme");
  const systemDark = useSyncExternalStore(subscribeSystem, () => systemQuery().matches);
  return theme === "dark" || (theme === "system" && systemDark);
}

const systemQuery = (): MediaQueryList => matchMedia("(prefers-color-scheme: dark)");

function subscribeSystem(listener: () => void): () => void {
  const query = systemQuery();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
