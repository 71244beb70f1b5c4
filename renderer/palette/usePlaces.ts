import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { ClusterSummary } from "../../shared/console/clusterSummary.ts";
import { ACCESS_VIEWS, accessViewUrl } from "../access/accessUrls.ts";
import { useNamespaces } from "../api/queries.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { useSavedViews } from "../app/sidebar/savedViews.ts";
import type { SidebarEntry } from "../app/sidebar/sidebarGroups.ts";
import {
  ACTIVITY_VIEWS,
  accessUrl,
  activityUrl,
  advisorUrl,
  clusterUrl,
  helmUrl,
  learnUrl,
  listUrl,
  mapUrl,
  settingsUrl,
  timeUrl,
  viewUrl,
} from "../app/urls.ts";
import type { PaletteEntry } from "./paletteEntry.ts";

const PODS = { group: "", version: "v1", resource: "pods" };

/** Places to open: the console's pages, kinds, namespaces, clusters. */
export function usePlaces(kinds: readonly SidebarEntry[], clusters: readonly ClusterSummary[]): PaletteEntry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { cluster, namespaces: chosen } = useClusterScope();
  const namespaces = useNamespaces(cluster.id).data;
  const views = useSavedViews();
  return useMemo(() => {
    const { id } = cluster;
    const page = (
      name: string,
      title: string,
      icon: PaletteEntry["icon"],
      url: string,
      words: string[] = [],
    ): PaletteEntry => ({
      id: `page ${name}`,
      group: "pages",
      title,
      words,
      icon,
      run: () => void navigate(url),
    });
    return [
      page("overview", t("overview.title"), "gauge", clusterUrl(id, chosen), ["overview"]),
      page("map", t("map.title"), "map", mapUrl(id, chosen), ["map", "topology"]),
      page("settings", t("settings.title"), "columns", settingsUrl(), ["settings", "preferences"]),
      page("activity", t("activity.title"), "pulse", activityUrl(id), ["activity"]),
      ...ACTIVITY_VIEWS.map((view) =>
        page(`activity ${view}`, `${t("activity.title")}: ${t(`activity.${view}`)}`, "pulse", activityUrl(id, view), [
          view,
          t(`activity.${view}`).toLowerCase(),
        ]),
      ),
      page("time", t("timeMachine.title"), "clock", timeUrl(id), ["time machine", "history"]),
      page("helm", t("helm.title"), "helm", helmUrl(id, chosen), ["helm", "releases", "charts"]),
      page("advisor", t("advisor.title"), "compass", advisorUrl(id), ["advisor", "deprecated versions", "convert"]),
      page("learn", t("learn.title"), "book", learnUrl(id), ["learn", "lessons"]),
      page("access", t("side.accessGroup"), "key", accessUrl(id), ["access", "rbac"]),
      ...ACCESS_VIEWS.map((view) =>
        page(`access ${view}`, `${t("side.accessGroup")}: ${t(`rights.${view}`)}`, "key", accessViewUrl(id, view), [
          view.toLowerCase(),
          t(`rights.${view}`).toLowerCase(),
        ]),
      ),
      ...views.map((view) => ({
        ...page(`view ${view.id}`, view.name, "bookmark", viewUrl(id, view), [view.resource, "view"]),
        note: view.resource,
      })),
      page("home", t("app.home"), "home", "/", ["home", "clusters"]),
      ...kinds.map(
        ({ key, label, beside, type }): PaletteEntry => ({
          id: `kind ${key}`,
          group: "kinds",
          title: label,
          words: [
            type.resource,
            type.singular,
            type.kind.toLowerCase(),
            ...type.shortNames,
            ...(beside === "" ? [] : [`${type.resource}.${type.group}`]),
          ],
          icon: "inbox",
          note: beside || (type.shortNames[0] ?? ""),
          run: () => void navigate(listUrl(id, type, chosen)),
        }),
      ),
      ...(namespaces ?? []).map(
        (name): PaletteEntry => ({
          id: `namespace ${name}`,
          group: "namespaces",
          title: name,
          words: [`ns ${name}`],
          icon: "arrowRight",
          note: "ns",
          run: () => void navigate(listUrl(id, PODS, name)),
        }),
      ),
      ...clusters.map(
        (entry): PaletteEntry => ({
          id: `cluster ${entry.id}`,
          group: "clusters",
          title: entry.name,
          words: [`@${entry.name.toLowerCase()}`],
          icon: "plug",
          run: () => void navigate(clusterUrl(entry.id)),
        }),
      ),
    ];
  }, [t, navigate, cluster, chosen, namespaces, kinds, clusters, views]);
}
