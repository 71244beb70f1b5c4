import { useEffect, useMemo, useState } from "react";
import { CHANGES, EVERY_EVENT, PEOPLE } from "../../shared/console/auditQuery.ts";
import { followAudit } from "../activity/audit/auditFeed.ts";
import { useViewAs } from "../api/viewAs.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { type ChangeLine, lineOfEvent } from "./model/changeLines.ts";
import { isKind } from "./model/objectFinding.ts";

/** Maximum number of changes that are kept. */
const KEPT = 100;

/**
 * The changes by people that the audit log of a sandbox records, newest first. Undefined without an audit log, and while
 * the console views the cluster as another user: that user may not be allowed to read the log.
 */
export function useRequestedChanges(): readonly ChangeLine[] | undefined {
  const { cluster, types, namespaces } = useClusterScope();
  const viewAs = useViewAs(cluster.id);
  const [lines, setLines] = useState<readonly ChangeLine[]>([]);
  const isRecorded = cluster.kind === "sandbox" && viewAs === undefined;
  useEffect(() => {
    if (!isRecorded) return;
    setLines([]);
    return followAudit(
      `${location.origin.replace(/^http/, "ws")}/host/clusters/${encodeURIComponent(cluster.id)}/audit`,
      {
        phase: () => {},
        events: (events) => {
          const found = events.flatMap(({ event }) => lineOfEvent(event, types) ?? []).slice(-KEPT);
          if (found.length > 0) setLines((kept) => [...found.reverse(), ...kept].slice(0, KEPT));
        },
      },
      { ...EVERY_EVENT, user: PEOPLE, verb: CHANGES },
    );
  }, [isRecorded, cluster.id, types]);
  return useMemo(() => {
    const wanted = new Set(namespaces.split(","));
    // The page watches some kinds without namespaces, whatever namespaces are chosen.
    const isWanted = ({ namespace, type }: ChangeLine): boolean =>
      namespaces === "" || wanted.has(namespace) || (namespace === "" && isKind(type.kind));
    return isRecorded ? lines.filter(isWanted) : undefined;
  }, [isRecorded, lines, namespaces]);
}
