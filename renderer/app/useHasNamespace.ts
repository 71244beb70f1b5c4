import { useMatch, useParams } from "react-router";

/** Whether the namespace is part of the view's address, as in lists, the overview, the map and the time machine. */
export function useHasNamespace(): boolean {
  const { resource, name } = useParams();
  const isOverview = useMatch("/c/:cluster") !== null;
  const isMap = useMatch("/c/:cluster/map") !== null;
  const isTime = useMatch("/c/:cluster/time") !== null;
  return isOverview || isMap || isTime || (resource !== undefined && name === undefined);
}
