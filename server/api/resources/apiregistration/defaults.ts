import type { ApiObject } from "../../../../shared/object.ts";
import { type GroupVersionFacts, groupVersions } from "../groups.ts";

/** The API service of a group version that the server serves by itself; its status comes with its creation. */
function localApiService(
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

/** API services of the group versions that are served, as templates. @param served asked with group templates */
export const localApiServices = (served: (group: string, version: string) => boolean): readonly ApiObject[] =>
  groupVersions
    .filter(({ group, version, withoutApiService }) => withoutApiService !== true && served(group, version))
    .map(localApiService);
