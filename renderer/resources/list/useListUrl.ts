import { useViewNames } from "../../app/useViewNames.ts";
import { useViewParam, viewParamNow } from "../../app/useViewParam.ts";
import type { SelectorKind } from "./selectorTerms.ts";

const selectedNow = (): string => viewParamNow("sel");

/**
 * The settings of a list in its address. Changes replace the history entry, so that Back leaves the list immediately.
 */
export function useListUrl() {
  const [filter, setFilter] = useViewParam("q");
  const [sort, setSort] = useViewParam("sort");
  const [selected, select] = useViewParam("sel");
  const [labels, setLabels] = useViewParam("labels");
  const [fields, setFields] = useViewParam("fields");
  const [unhealthy, setUnhealthy] = useViewParam("unhealthy");
  const clusters = useViewNames("clusters");
  const [view] = useViewParam("view");
  return {
    filter,
    setFilter,
    sort,
    setSort,
    /** Uid of the selected row; empty for none. */
    selected,
    /** The latest selection, which may not be rendered yet, because the user may press keys faster. */
    selectedNow,
    select,
    /** Whether unhealthy objects are sorted first. */
    unhealthyFirst: unhealthy !== "",
    setUnhealthyFirst: (first: boolean): void => setUnhealthy(first ? "first" : ""),
    /** Ids of the clusters in the list besides the page's own. */
    clusters,
    /** Id of the current saved view; empty for none. */
    view,
    /** Label and field selectors of the request. */
    labels,
    fields,
    setSelector: (kind: SelectorKind, selector: string): void =>
      kind === "label" ? setLabels(selector) : setFields(selector),
  };
}
