import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink, useSearchParams } from "react-router";
import { Icon } from "../../ui/Icon.tsx";
import { grouped } from "../../ui/numbers.ts";
import { useClusterScope } from "../clusterContext.ts";
import { listUrl, viewUrl } from "../urls.ts";
import { useKindCounts } from "./kindCounts.ts";
import type { SavedView } from "./savedViews.ts";
import type { SidebarGroup } from "./sidebarGroups.ts";

/** Counts from here on are shown in thousands (`12K`), because longer numbers leave too little room for the name. */
const MANY = 10_000;

/** Links to the kinds of a group, each with its number of objects. */
export function SideEntries({ group, label }: { group: Pick<SidebarGroup, "entries">; label: string }) {
  const { i18n } = useTranslation();
  const { cluster, namespaces } = useClusterScope();
  const types = useMemo(() => group.entries.map((entry) => entry.type), [group.entries]);
  const counts = useKindCounts(types);
  const short = useMemo(
    () => new Intl.NumberFormat(i18n.language, { notation: "compact", maximumFractionDigits: 0 }),
    [i18n.language],
  );
  return (
    <ul aria-label={label}>
      {group.entries.map((entry) => {
        const count = counts.get(entry.key);
        return (
          <li key={entry.key}>
            <NavLink
              className="sideLink counted"
              aria-label={[entry.label, entry.beside].filter(Boolean).join(" ")}
              to={listUrl(cluster.id, entry.type, namespaces)}
              data-testid={`side-${entry.key}`}
              data-tip={entry.type.group === "" ? entry.type.resource : `${entry.type.resource}.${entry.type.group}`}
            >
              <KindName name={entry.label} beside={entry.beside} />
              {/* Hidden from screen readers: the list shows the count too, and the accessible name stays the kind. */}
              {count === undefined || count === 0 ? null : (
                <span className="sideCount" aria-hidden="true" data-testid={`count-${entry.key}`}>
                  {count < MANY ? grouped(count, i18n.language) : short.format(count)}
                </span>
              )}
            </NavLink>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * The name of a kind. If it does not fit, the part before its last word is truncated, so that names with the same
 * beginning (`ValidatingAdmissionPolicies`, `ValidatingAdmissionPolicyBindings`) can still be told apart. Equal names
 * are followed by their API group.
 */
function KindName({ name, beside }: { name: string; beside: string }) {
  if (beside !== "") {
    return (
      <span className="sideName sideKind sideShared">
        <span>{name}</span>
        <span className="faint">{beside}</span>
      </span>
    );
  }
  const last = /[A-Z][a-z0-9]+$/.exec(name)?.index ?? 0;
  return (
    <span className="sideName sideKind">
      <span>{name.slice(0, last)}</span>
      <span>{name.slice(last)}</span>
    </span>
  );
}

/** Links to saved views of lists. */
export function SideViews({ views, label }: { views: readonly SavedView[]; label: string }) {
  const { cluster } = useClusterScope();
  const [search] = useSearchParams();
  return (
    <ul aria-label={label}>
      {views.map((view) => (
        <li key={view.id}>
          <Link
            className={search.get("view") === view.id ? "sideLink withIcon active" : "sideLink withIcon"}
            to={viewUrl(cluster.id, view)}
            data-tip={view.resource}
            data-testid={`side-view-${view.name}`}
          >
            <Icon name="bookmark" size={14} />
            <span className="sideName">{view.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
