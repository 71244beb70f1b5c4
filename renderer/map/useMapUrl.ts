import { useMemo } from "react";
import { useViewNames } from "../app/useViewNames.ts";
import { useViewParam } from "../app/useViewParam.ts";
import type { MapFilter } from "./model/filterMap.ts";

/** The settings of the map that are stored in its address, except the namespaces. */
export function useMapUrl() {
  const [text, setText] = useViewParam("q");
  const [unwell, setUnwell] = useViewParam("unwell");
  const hidden = useViewNames("hide");
  const folds = useViewNames("fold");
  const [selected, select] = useViewParam("sel");
  const [shownAs, setShownAs] = useViewParam("as", "map");
  const filter = useMemo(
    (): MapFilter => ({ text, attentionOnly: unwell !== "", hiddenKinds: hidden.names }),
    [text, unwell, hidden.names],
  );
  return {
    filter,
    /** The whole filter as one text. */
    filterText: `${text} ${unwell} ${[...hidden.names]}`,
    setText,
    setUnwellOnly: (only: boolean): void => setUnwell(only ? "only" : ""),
    toggleKind: hidden.toggle,
    showAllKinds: hidden.clear,
    /** Keys of groups whose default state the user has toggled. */
    toggled: folds.names,
    toggleGroup: folds.toggle,
    /** Id of the selected element; empty for none. */
    selected,
    select,
    shownAs: shownAs === "list" ? ("list" as const) : ("map" as const),
    setShownAs,
  };
}
