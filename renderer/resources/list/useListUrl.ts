import { useViewParam, viewParamNow } from "../../app/useViewParam.ts";
import type { SelectorKind } from "./selectorTerms.ts";

const selectedNow = (): string => viewParamNow("sel");

/** The settings of a list in its address. Changes replace the history entry, so that Back leaves the list at once. */
export function useListUrl() {
  const [filter, setFilter] = useViewParam("q");
  const [sort, setSort] = useViewParam("sort");
  const [selected, select] = useViewParam("sel");
  const [labels, setLabels] = useViewParam("labels");
  const [fields, setFields] = useViewParam("fields");
  const [unhealthy, setUnhealthy] = useViewParam("unhealthy");
  const [clusters, setClusters] = useViewParam("clusters");
  const [view] = useViewParam("view");
  return {
    filter,
    setFilter,
    sort,
    setSort,
    /** Uid of the selected row; empty for none. */
    selected,
    /** The latest selection, which may not be rendered yet: key presses may come faster. */
    selectedNow,
    select,
    /** Whether unhealthy objects come first. */
    unhealthyFirst: unhealthy !== "",
    setUnhealthyFirst: (first: boolean): void => setUnhealthy(first ? "first" : ""),
    /** Ids of the clusters that the list holds besides that of the page, separated by commas. */
    clusters,
    setClusters,
    /** Id of the saved view that is shown; empty for none. */
    view,
    /** Label and field selector that the server is asked with. */
    labels,
    fields,
    setSelector: (kind: SelectorKind, selector: string): void =>
      kind === "label" ? setLabels(selector) : setFields(selector),
  };
}
