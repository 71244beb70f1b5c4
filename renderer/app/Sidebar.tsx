import { useMemo, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { ErrorText } from "../access/ErrorText.tsx";
import { canStart } from "../clusters/clusterGroups.ts";
import { createKeptNames } from "../settings/keptNames.ts";
import { FilterBox } from "../ui/FilterBox.tsx";
import { Icon } from "../ui/Icon.tsx";
import { useClusterScope } from "./clusterContext.ts";
import { useFavourites } from "./favourites.ts";
import { filterGroups, type SidebarGroup, sidebarGroups } from "./sidebarGroups.ts";
import {
  accessUrl,
  activityUrl,
  advisorUrl,
  clusterUrl,
  helmUrl,
  learnUrl,
  listUrl,
  mapUrl,
  orreryUrl,
  timeUrl,
} from "./urls.ts";
import "./Sidebar.css";

/** Groups that are folded up. */
const collapsedGroups = createKeptNames("orrery.sidebar.collapsed");

function Entries({ group, label }: { group: Pick<SidebarGroup, "entries">; label: string }) {
  const { cluster, namespaces } = useClusterScope();
  return (
    <ul aria-label={label}>
      {group.entries.map((entry) => (
        <li key={entry.key}>
          <NavLink
            className="sideLink"
            to={listUrl(cluster.id, entry.type, namespaces)}
            data-testid={`side-${entry.key}`}
            title={entry.type.group === "" ? entry.type.resource : `${entry.type.resource}.${entry.type.group}`}
          >
            {entry.label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** Everything the server serves, found by discovery, grouped and searchable. */
export function Sidebar({ error }: { error: Error | null }) {
  const { t } = useTranslation();
  const { cluster, vocabulary, types, discovering, namespaces } = useClusterScope();
  const [text, setText] = useState("");
  const collapsed = useSyncExternalStore(collapsedGroups.subscribe, collapsedGroups.read);
  const groups = useMemo(() => sidebarGroups(types, vocabulary.domain), [types, vocabulary]);
  const favourites = useFavourites();
  const favoured = groups.flatMap((group) => group.entries).filter((entry) => favourites.includes(entry.key));
  const shown = useMemo(() => filterGroups(groups, text), [groups, text]);
  return (
    <nav className="sidebar" aria-label={t("side.label")} data-testid="sidebar">
      <FilterBox label={t("side.search")} value={text} onChange={setText} testId="kind-search" />
      <div className="sideScroll">
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
            <Entries group={{ entries: favoured }} label={t("browse.favourites")} />
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
                {label}
                <Icon name={open ? "chevronDown" : "chevronRight"} size={12} />
              </button>
              {open ? <Entries group={group} label={label} /> : null}
            </div>
          );
        })}
      </div>
    </nav>
  );
}
