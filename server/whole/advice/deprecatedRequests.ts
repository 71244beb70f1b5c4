import { refusalText } from "./clusterReader.ts";
import type { Examination } from "./examination.ts";

/** The gauge in which a server records requests for deprecated versions. */
export const DEPRECATED_REQUESTS = "apiserver_requested_deprecated_apis";

const LABEL = /(?<![a-z_])([a-z_]+)="([^"\\]*)"/g;

/** Reads from a server's metrics which deprecated or removed versions were requested. */
export async function readDeprecatedRequests({ reader, advisor, collector }: Examination): Promise<void> {
  const answer = await reader.get("/metrics", "text/plain");
  if (answer.status !== 200) return collector.hide(`the metrics: ${refusalText(answer)}`);
  for (const line of answer.text.split("\n")) {
    if (!line.startsWith(`${DEPRECATED_REQUESTS}{`) || line.endsWith(" 0")) continue;
    const {
      group = "",
      version = "",
      resource = "",
    } = Object.fromEntries([...line.matchAll(LABEL)].map(([, name, value]) => [name, value]));
    const found = advisor.index.ofResource(group, version, resource);
    const apiVersion = group === "" ? version : `${group}/${version}`;
    const verdict = found === undefined ? undefined : advisor.verdict(apiVersion, found.kind);
    if (verdict !== undefined) collector.add({ ...verdict, evidence: "metric" });
  }
}
