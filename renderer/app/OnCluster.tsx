import { useClusterScope } from "./clusterContext.ts";
import "./clusterMark.css";

/** Ends a sentence with the name of the affected cluster, in its colour. */
export function OnCluster() {
  const { cluster } = useClusterScope();
  return (
    <span className="onCluster">
      <span className="clusterMark" aria-hidden="true" />
      <span>
        <span className="clusterName">{cluster.name}</span>.
      </span>
    </span>
  );
}
