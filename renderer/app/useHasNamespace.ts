import { useMatch, useParams } from "react-router";

/** Whether the view has the namespaces that it shows in its address: lists, the overview and the map have. */
export function useHasNamespace(): boolean {
  const { resource, name } = useParams();
  const isOverview = useMatch("/c/:cluster") !== null;
  const isMap = useMatch("/c/:cluster/map") !== null;
  return isOverview || isMap || (resource !== undefined && name === undefined);
}
