/** Light, dark, or as the system has it. */
import { useEffect, useSyncExternalStore } from "react";
import { useSetting } from "../localSettings/store.ts";
import { usePresenting } from "./presenting.ts";

/** Puts what was chosen about the looks onto the root, because dialogs and menus are drawn outside of the views. */
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

/** Whether dark is shown at the moment, whatever decided it. Follows the system. */
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
