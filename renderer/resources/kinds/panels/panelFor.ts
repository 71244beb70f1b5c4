import type { ComponentType } from "react";
import type { ResourceType } from "../../../api/resourceType.ts";
import { factsFor } from "../facts/factsFor.ts";
import { BindingPanel } from "./BindingPanel.tsx";
import { ConfigMapPanel } from "./ConfigMapPanel.tsx";
import { CrdPanel } from "./CrdPanel.tsx";
import { EventPanel } from "./EventPanel.tsx";
import { FactsPanel } from "./FactsPanel.tsx";
import { GenericPanel } from "./GenericPanel.tsx";
import { NodePanel } from "./NodePanel.tsx";
import { PodPanel } from "./PodPanel.tsx";
import { panelKey } from "./panelKey.ts";
import type { PanelProps } from "./panelProps.ts";
import { RolePanel } from "./RolePanel.tsx";
import { SecretPanel } from "./SecretPanel.tsx";
import { ServicePanel } from "./ServicePanel.tsx";
import { WorkloadPanel } from "./WorkloadPanel.tsx";

type Panel = ComponentType<PanelProps>;

/** Keyed by the first label of the group, which distinguishes kinds of the same name, and the resource. */
const PANELS: Readonly<Record<string, Panel>> = {
  "/pods": PodPanel,
  "/nodes": NodePanel,
  "/secrets": SecretPanel,
  "/configmaps": ConfigMapPanel,
  "/services": ServicePanel,
  "/events": EventPanel,
  "events/events": EventPanel,
  "/podtemplates": WorkloadPanel,
  "/replicationcontrollers": WorkloadPanel,
  "apps/deployments": WorkloadPanel,
  "apps/replicasets": WorkloadPanel,
  "apps/statefulsets": WorkloadPanel,
  "apps/daemonsets": WorkloadPanel,
  "batch/jobs": WorkloadPanel,
  "batch/cronjobs": WorkloadPanel,
  "rbac/roles": RolePanel,
  "rbac/clusterroles": RolePanel,
  "rbac/rolebindings": BindingPanel,
  "rbac/clusterrolebindings": BindingPanel,
  "apiextensions/customresourcedefinitions": CrdPanel,
};

/** The panel of a kind: its own view, otherwise its facts, otherwise the trees of its spec and status. */
export function panelFor(type: Pick<ResourceType, "group" | "resource">, domain: string): Panel {
  const key = panelKey(type, domain);
  return PANELS[key] ?? (factsFor(key) === undefined ? GenericPanel : FactsPanel);
}
