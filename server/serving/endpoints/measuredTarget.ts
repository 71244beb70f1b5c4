import type { Catalog } from "../../api/registry/catalog.ts";
import type { ApiServices } from "../aggregation/apiServices.ts";
import type { MeasuredTarget, TargetOf } from "../http/filters/measure.ts";

export interface TargetParts {
  readonly catalog: Pick<Catalog, "find">;
  readonly apiServices: Pick<ApiServices, "remoteAt">;
  /** Served paths that are not resources. */
  readonly paths: Iterable<string>;
}

const API = "apiserver";

/**
 * Determines the labels under which requests are measured. Only served names become labels, so that clients cannot
 * create arbitrary ones.
 */
export function measuredTargets({ catalog, apiServices, paths }: TargetParts): TargetOf {
  const roots = new Map(["/", "/api", "/apis", "/index.html", ...paths].map((path) => [rootOf(path), beside(path)]));
  return ({ info, path }) => {
    if (!info.isResourceRequest) return roots.get(rootOf(path));
    const { group, version, resource, subresource } = info;
    const found = catalog.find(group, version, resource);
    if (found === undefined) {
      const remote = apiServices.remoteAt(path);
      return remote && { group: remote.group, version: remote.version, resource: "", subresource: "", component: API };
    }
    if (subresource !== "" && !found.subresources.has(subresource)) return undefined;
    return { group, version, resource, subresource, component: API };
  };
}

/** Returns `/healthz` for `/healthz/log`. */
const rootOf = (path: string): string => `/${path.split("/", 2)[1] ?? ""}`;

const beside = (path: string): MeasuredTarget => ({
  group: "",
  version: "",
  resource: "",
  subresource: rootOf(path),
  component: "",
});
