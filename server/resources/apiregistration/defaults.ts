import type { ApiObject } from "../../../shared/object.ts";
import { type GroupVersionFacts, groupVersions } from "../groups.ts";

/** The API service of a group version that the server serves by itself; its status comes with its creation. */
export function localApiService(
  facts: Pick<GroupVersionFacts, "group" | "version" | "groupPriorityMinimum" | "versionPriority">,
): ApiObject {
  const { group, version, groupPriorityMinimum, versionPriority } = facts;
  return {
    apiVersion: "apiregistration.{domain}/v1",
    kind: "APIService",
    metadata: {
      name: `${version}.${group}`,
      labels: { "{prefix}-aggregator.{domain}/automanaged": "onstart" },
    },
    spec: { ...(group === "" ? {} : { group }), version, groupPriorityMinimum, versionPriority },
  };
}

/** API services of all group versions that are on by default. */
export const localApiServices: readonly ApiObject[] = groupVersions
  .filter((facts) => facts.withoutApiService !== true)
  .map(localApiService);
