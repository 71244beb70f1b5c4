import { Command } from "cmdk";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { ClusterSummary } from "../../shared/console/clusterSummary.ts";
import { useNamespaces } from "../api/queries.ts";
import { useClusterScope } from "./clusterContext.ts";
import { PaletteItem, type RunAction } from "./PaletteItem.tsx";
import type { SidebarEntry } from "./sidebarGroups.ts";
import { clusterUrl, listUrl } from "./urls.ts";

export interface PaletteDestinationsProps {
  entries: readonly SidebarEntry[];
  clusters: readonly ClusterSummary[];
  run: RunAction;
}

/** Places to go to: kinds, namespaces, clusters. */
export function PaletteDestinations({ entries, clusters, run }: PaletteDestinationsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { cluster, namespaces: chosen } = useClusterScope();
  const namespaces = useNamespaces(cluster.id);
  return (
    <>
      <Command.Group heading={t("palette.kinds")}>
        {entries.map(({ key, label, type }) => (
          <PaletteItem
            key={key}
            value={`${label} ${key}`}
            words={type.shortNames}
            icon="inbox"
            note={type.shortNames[0] ?? ""}
            run={run(() => navigate(listUrl(cluster.id, type, chosen)))}
          >
            {label}
          </PaletteItem>
        ))}
      </Command.Group>
      <Command.Group heading={t("palette.namespaces")}>
        {(namespaces.data ?? []).map((name) => (
          <PaletteItem
            key={name}
            value={`ns ${name}`}
            icon="arrowRight"
            note="ns"
            run={run(() => navigate(listUrl(cluster.id, { group: "", version: "v1", resource: "pods" }, name)))}
          >
            {name}
          </PaletteItem>
        ))}
      </Command.Group>
      <Command.Group heading={t("palette.clusters")}>
        {clusters.map((entry) => (
          <PaletteItem
            key={entry.id}
            value={`@${entry.name} ${entry.id}`}
            icon="plug"
            run={run(() => navigate(clusterUrl(entry.id)))}
          >
            {entry.name}
          </PaletteItem>
        ))}
      </Command.Group>
    </>
  );
}
