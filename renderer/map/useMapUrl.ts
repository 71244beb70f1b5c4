import { useMemo } from "react";
import { useViewParam } from "../app/useViewParam.ts";
import type { MapFilter } from "./model/filterMap.ts";

const setOf = (text: string): ReadonlySet<string> => new Set(text === "" ? [] : text.split(","));

/** The settings of the map that are stored in its address, except the namespaces. */
export function useMapUrl() {
  const [text, setText] = useViewParam("q");
  const [unwell, setUnwell] = useViewParam("unwell");
  const [hidden, setHidden] = useViewParam("hide");
  const [toggled, setToggled] = useViewParam("fold");
  const [selected, select] = useViewParam("sel");
  const [shownAs, setShownAs] = useViewParam("as", "map");
  const filter = useMemo(
    (): MapFilter => ({ text, attentionOnly: unwell !== "", hiddenKinds: setOf(hidden) }),
    [text, unwell, hidden],
  );
  const folds = useMemo(() => setOf(toggled), [toggled]);
  const flipped = (set: ReadonlySet<string>, name: string): string => {
    const next = new Set(set);
    if (!next.delete(name)) next.add(name);
    return [...next].sort().join(",");
  };
  return {
    filter,
    /** The whole filter as one text. */
    filterText: `${text} ${unwell} ${hidden}`,
    setText,
    setUnwellOnly: (only: boolean): void => setUnwell(only ? "only" : ""),
    toggleKind: (kind: string): void => setHidden(flipped(filter.hiddenKinds, kind)),
    showAllKinds: (): void => setHidden(""),
    /** Keys of groups whose default state the user has toggled. */
    toggled: folds,
    toggleGroup: (key: string): void => setToggled(flipped(folds, key)),
    /** Id of the selected element; empty for none. */
    selected,
    select,
    shownAs: shownAs === "list" ? ("list" as const) : ("map" as const),
    setShownAs,
  };
}
