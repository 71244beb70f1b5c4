import type { Answer } from "../../../ground/request/context.ts";
import { PROFILING } from "../../../ground/request/longRunning.ts";
import type { ServedGroup } from "../../aggregation/servedGroups.ts";

/** `/`: every path that has an answer, sorted. */
export function rootIndex(groups: readonly ServedGroup[], routes: ReadonlyMap<string, unknown>): Answer {
  const listed = [...routes.keys()].filter((path) => path !== PROFILING);
  const paths = new Set(["/api", "/api/v1", "/apis", "/apis/", ...listed]);
  for (const { name, versions } of groups) {
    paths.add(`/apis/${name}`);
    for (const { version } of versions) paths.add(`/apis/${name}/${version}`);
  }
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ paths: [...paths].sort() }, null, 2),
  };
}
