import type { ApiObject } from "../../../../shared/object.ts";
import { type GroupVersionFacts, groupVersions } from "../groups.ts";

/**
 * Label of API services that the server manages automatically: `onstart` means once at each start, `true` means always.
 */
export const AUTOMANAGED = "{prefix}-aggregator.{labelDomain}/automanaged";

/** The label as earlier versions of this server wrote it. */
export const FORMER_AUTOMANAGED = "{prefix}-aggregator.{domain}/automanaged";

/** The API service of a group version that this server serves. Creating it sets its status. */
function localApiService(
  facts: Pick<GroupVersionFacts, "group" | "version" | "groupPriorityMinimum" | "versionPriority">,
): ApiObject {
  const { group, version, groupPriorityMinimum, versionPriority } = facts;
  return {
    apiVersion: "apiregistration.{domain}/v1",
    kind: "APIService",
    metadata: {
      name: `${version}.${group}`,
      labels: { [AUTOMANAGED]: "onstart" },
    },
    spec: { ...(group === "" ? {} : { group }), version, groupPriorityMinimum, versionPriority },
  };
}

/** API services of the served group versions, as templates. @param served called with group templates */
export const localApiServices = (served: (group: string, version: string) => boolean): readonly ApiObject[] =>
  groupVersions
    .filter(({ group, version, withoutApiService }) => withoutApiService !== true && served(group, version))
    .map(localApiService);
