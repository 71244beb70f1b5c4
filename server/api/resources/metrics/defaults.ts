import type { ApiObject } from "../../../../shared/object.ts";
import { metricsGroup } from "./metrics.ts";

const { group, version, groupPriorityMinimum, versionPriority } = metricsGroup;

/** The API service of metrics that the server computes itself, as a template. One that the user creates replaces it. */
export const metricsApiService: ApiObject = {
  apiVersion: "apiregistration.{domain}/v1",
  kind: "APIService",
  metadata: { name: `${version}.${group}` },
  spec: { group, version, groupPriorityMinimum, versionPriority },
};

const aggregated = (role: string): string => `rbac.authorization.{domain}/aggregate-to-${role}`;

/** The role that lets users who may see pods see their metrics, as a template. */
export const metricsReaderRole: ApiObject = {
  apiVersion: "rbac.authorization.{domain}/v1",
  kind: "ClusterRole",
  metadata: {
    name: "system:aggregated-metrics-reader",
    labels: { [aggregated("admin")]: "true", [aggregated("edit")]: "true", [aggregated("view")]: "true" },
  },
  rules: [{ apiGroups: [group], resources: ["pods", "nodes"], verbs: ["get", "list", "watch"] }],
};
