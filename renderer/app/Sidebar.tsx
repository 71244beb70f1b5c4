import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { Icon } from "../ui/Icon.tsx";
import { useClusterScope } from "./clusterContext.ts";
import { filterGroups, type SidebarGroup, sidebarGroups } from "./sidebarGroups.ts";
import { accessUrl, listUrl } from "./urls.ts";

const COLLAPSED_KEY = "orrery.sidebar.collapsed";
const readCollapsed = (): string[] => {
  const kept = localStorage.getItem(COLLAPSED_KEY);
  return kept === null ? [] : kept.split("\n");
};

function Entries({ group, label }: { group: SidebarGroup; label: string }) {
  const { cluster, namespace } = useClusterScope();
  return (
    <ul aria-label={label}>
      {group.entries.map((entry) => (
        <li key={entry.key}>
          <NavLink
            className="sideLink"
            to={listUrl(cluster.id, entry.type, namespace)}
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
  const { cluster, vocabulary, types, discovering } = useClusterScope();
  const [text, setText] = useState("");
  const [collapsed, setCollapsed] = useState(readCollapsed);
  const groups = useMemo(() => sidebarGroups(types, vocabulary.domain), [types, vocabulary]);
  const shown = useMemo(() => filterGroups(groups, text), [groups, text]);
  const toggle = (id: string): void => {
    const next = collapsed.includes(id) ? collapsed.filter((other) => other !== id) : [...collapsed, id];
    localStorage.setItem(COLLAPSED_KEY, next.join("\n"));
    setCollapsed(next);
  };
  return (
    <nav className="sidebar" aria-label={t("side.label")} data-testid="sidebar">
      <div className="sideSearch">
        <Icon name="search" size={14} />
        <input
          aria-label={t("side.search")}
          placeholder={t("side.search")}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") setText("");
          }}
          data-testid="kind-search"
        />
      </div>
      <div className="sideScroll">
        <div className="sideGroup">
          <NavLink className="sideLink withIcon" to={accessUrl(cluster.id)} data-testid="side-access">
            <Icon name="key" size={14} />
            {t("side.access")}
          </NavLink>
        </div>
        {discovering && error === null ? <p className="sideNote">{t("side.discovering")}</p> : null}
        {error === null ? null : (
          <p className="sideNote bad" role="alert">
            {t("side.failed")}: {error.message}
          </p>
        )}
        {!discovering && types.length > 0 && shown.length === 0 ? (
          <p className="sideNote">{t("side.nothing")}</p>
        ) : null}
        {shown.map((group) => {
          const label = group.apiGroup ?? t(`side.${group.id}`);
          const open = text !== "" || !collapsed.includes(group.id);
          return (
            <div className="sideGroup" key={group.id}>
              <button type="button" className="sideHead" aria-expanded={open} onClick={() => toggle(group.id)}>
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
