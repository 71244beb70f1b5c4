import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, useLocation } from "react-router";
import { ErrorText } from "../../access/refusals/ErrorText.tsx";
import { canStart } from "../../clusters/home/clusterGroups.ts";
import { createPersistedNames } from "../../settings/persistedNames.ts";
import { FilterBox } from "../../ui/forms/FilterBox.tsx";
import { Icon, type IconName } from "../../ui/Icon.tsx";
import { scrollNearest } from "../../ui/scrollNearest.ts";
import { useClusterScope } from "../clusterContext.ts";
import {
  accessUrl,
  activityUrl,
  advisorUrl,
  clusterUrl,
  helmUrl,
  learnUrl,
  mapUrl,
  orreryUrl,
  timeUrl,
} from "../urls.ts";
import { useFavourites } from "./favourites.ts";
import { SideEntries, SideViews } from "./SideEntries.tsx";
import { useSavedViews } from "./savedViews.ts";
import { filterGroups, sidebarGroups } from "./sidebarGroups.ts";
import "./Sidebar.css";

/** Groups that the user has collapsed. */
const collapsedGroups = createPersistedNames("orrery.sidebar.collapsed");

/** Icons of the groups. */
const GROUP_ICONS: Readonly<Record<string, IconName>> = {
  workloads: "boxes",
  config: "sliders",
  network: "network",
  storage: "disk",
  accessGroup: "key",
  cluster: "server",
};

/** All resources that the server serves, found by discovery, grouped and searchable. */
export function Sidebar({ error }: { error: Error | null }) {
  const { t } = useTranslation();
  const { cluster, vocabulary, types, discovering, namespaces } = useClusterScope();
  const [text, setText] = useState("");
  const collapsed = useSyncExternalStore(collapsedGroups.subscribe, collapsedGroups.read);
  const groups = useMemo(() => sidebarGroups(types, vocabulary.domain), [types, vocabulary]);
  const favourites = useFavourites();
  const favoured = useMemo(
    () => groups.flatMap((group) => group.entries).filter((entry) => favourites.includes(entry.key)),
    [groups, favourites],
  );
  const shown = useMemo(() => filterGroups(groups, text), [groups, text]);
  const served = useMemo(() => new Set(types.map((type) => `${type.group}/${type.resource}`)), [types]);
  const views = useSavedViews().filter((view) => served.has(`${view.group}/${view.resource}`));
  // Scrolls the current kind's entry into view if it is not visible.
  const { pathname } = useLocation();
  const scroller = useRef<HTMLDivElement>(null);
  const isListed = shown.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active link follows from the address and from what is served
  useEffect(() => {
    const container = scroller.current;
    const active = [...(container?.querySelectorAll(".sideLink.active") ?? [])].at(-1);
    if (container !== null && active !== undefined) scrollNearest(container, active);
  }, [pathname, isListed]);
  return (
    <nav className="sidebar" aria-label={t("side.label")} data-testid="sidebar">
      <FilterBox label={t("side.search")} value={text} onChange={setText} testId="kind-search" />
      <div className="sideScroll" ref={scroller}>
        <div className="sideGroup">
          <NavLink
            className="sideLink withIcon"
            to={clusterUrl(cluster.id, namespaces)}
            end
            data-testid="side-overview"
          >
            <Icon name="gauge" size={14} />
            {t("overview.title")}
          </NavLink>
          <NavLink className="sideLink withIcon" to={mapUrl(cluster.id, namespaces)} data-testid="side-map">
            <Icon name="map" size={14} />
            {t("map.title")}
          </NavLink>
          {cluster.kind === "sandbox" ? (
            <NavLink className="sideLink withIcon" to={orreryUrl(cluster.id)} data-testid="side-orrery">
              <Icon name="orbit" size={14} />
              {t("orrery.title")}
            </NavLink>
          ) : null}
          <NavLink className="sideLink withIcon" to={helmUrl(cluster.id, namespaces)} data-testid="side-helm">
            <Icon name="helm" size={14} />
            {t("helm.title")}
          </NavLink>
          <NavLink className="sideLink withIcon" to={accessUrl(cluster.id)} data-testid="side-access">
            <Icon name="key" size={14} />
            {t("side.access")}
          </NavLink>
          <NavLink className="sideLink withIcon" to={activityUrl(cluster.id)} data-testid="side-activity">
            <Icon name="pulse" size={14} />
            {t("activity.title")}
          </NavLink>
          <NavLink className="sideLink withIcon" to={advisorUrl(cluster.id)} data-testid="side-advisor">
            <Icon name="compass" size={14} />
            {t("advisor.title")}
          </NavLink>
          <NavLink className="sideLink withIcon" to={timeUrl(cluster.id)} data-testid="side-time">
            <Icon name="clock" size={14} />
            {t("timeMachine.title")}
          </NavLink>
          <NavLink className="sideLink withIcon" to={learnUrl(cluster.id)} data-testid="side-learn">
            <Icon name="book" size={14} />
            {t("learn.title")}
          </NavLink>
        </div>
        {discovering && error === null && !canStart(cluster.state) ? (
          <p className="sideNote">{t("side.discovering")}</p>
        ) : null}
        {error === null ? null : (
          <p className="sideNote bad" role="alert">
            {t("side.failed")}: <ErrorText error={error} />
          </p>
        )}
        {!discovering && types.length > 0 && shown.length === 0 ? (
          <p className="sideNote">{t("side.nothing")}</p>
        ) : null}
        {favoured.length === 0 || text !== "" ? null : (
          <div className="sideGroup" data-testid="favourites">
            <p className="sideHead">{t("browse.favourites")}</p>
            <SideEntries group={{ entries: favoured }} label={t("browse.favourites")} />
          </div>
        )}
        {views.length === 0 || text !== "" ? null : (
          <div className="sideGroup" data-testid="saved-views">
            <p className="sideHead">{t("listSetup.views")}</p>
            <SideViews views={views} label={t("listSetup.views")} />
          </div>
        )}
        {shown.map((group) => {
          const label = group.apiGroup ?? t(`side.${group.id}`);
          const open = text !== "" || !collapsed.includes(group.id);
          return (
            <div className="sideGroup" key={group.id}>
              <button
                type="button"
                className="sideHead"
                aria-expanded={open}
                onClick={() => collapsedGroups.toggle(group.id)}
              >
                <Icon name={GROUP_ICONS[group.id] ?? "puzzle"} size={14} />
                <span className="sideName">{label}</span>
                <Icon name={open ? "chevronDown" : "chevronRight"} size={12} />
              </button>
              {open ? <SideEntries group={group} label={label} /> : null}
            </div>
          );
        })}
      </div>
    </nav>
  );
}
