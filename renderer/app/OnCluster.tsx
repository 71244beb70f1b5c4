import { useClusterScope } from "./clusterContext.ts";
import "./clusterMark.css";

/** Ends a sentence with the name of the affected cluster, in its colour. */
export function OnCluster() {
  const { cluster } = useClusterScope();
  return (
    <>
      <span className="clusterName">
        <span className="clusterMark inline" aria-hidden="true" />
        {`\u00a0${cluster.name}`}
      </span>
      .
    </>
  );
}
