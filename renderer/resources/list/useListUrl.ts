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
    /** Label and field selector of the request. */
    labels,
    fields,
    setSelector: (kind: SelectorKind, selector: string): void =>
      kind === "label" ? setLabels(selector) : setFields(selector),
  };
}
