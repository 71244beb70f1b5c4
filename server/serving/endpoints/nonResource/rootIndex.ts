import { apiVersionOf } from "../../../../shared/object.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { Answer } from "../../../ground/request/context.ts";

/** `/`: every path that answers something of its own, in order. */
export function rootIndex({ catalog }: Pick<Services, "catalog">, routes: ReadonlyMap<string, unknown>): Answer {
  const paths = new Set(["/api", "/api/v1", "/apis", "/apis/", ...routes.keys()]);
  for (const { group, version } of catalog.groupVersions) {
    if (group === "") continue;
    paths.add(`/apis/${group}`);
    paths.add(`/apis/${apiVersionOf({ group, version })}`);
  }
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ paths: [...paths].sort() }, null, 2),
  };
}
