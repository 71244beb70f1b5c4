import { createReadStream } from "node:fs";
import type { Advisor } from "../../../../shared/advice/advisor.ts";
import type { ClusterUsage } from "../../../../shared/advice/usage.ts";
import { readAuditLog } from "../../advice/auditLog.ts";
import type { ClusterReader } from "../../advice/clusterReader.ts";
import { examineCluster } from "../../advice/examineCluster.ts";
import { UsageCollector } from "../../advice/usageCollector.ts";
import { connectApi, type RawConnection } from "../apiConnection.ts";
import type { AdviseFlags } from "./adviseFlags.ts";

/**
 * The results from a cluster and an audit log, if requested; undefined when neither is.
 * @throws ConnectionError when the cluster does not answer; the operating system's error for a log that cannot be read
 */
export async function adviseUsage(
  advisor: Advisor,
  { server, auditLog }: Pick<AdviseFlags, "server" | "auditLog">,
): Promise<ClusterUsage | undefined> {
  if (server === undefined && auditLog === undefined) return undefined;
  const collector = new UsageCollector();
  if (server !== undefined) {
    const reader = readerOf(connectApi(await server()));
    await examineCluster({ reader, advisor, collector, signal: new AbortController().signal });
  }
  if (auditLog !== undefined) await readAuditLog(advisor, collector, createReadStream(auditLog));
  return collector.result();
}

const readerOf = (connection: RawConnection): ClusterReader => ({
  get: (path, accept) => connection.send("GET", path, accept === undefined ? {} : { headers: { accept } }),
});
