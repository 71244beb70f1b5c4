import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type LogColumn, LogTable } from "../activity/LogTable.tsx";
import { useClusterScope } from "../app/clusterContext.ts";
import { releaseUrl } from "../app/urls.ts";
import { Age } from "../ui/age/Age.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Tooltip } from "../ui/layers/Tooltip.tsx";
import type { ReleaseEntry } from "./model/releases.ts";
import { StatusBadge } from "./StatusBadge.tsx";
import { useReleaseHead } from "./useRelease.ts";
import { useReleaseErrorText } from "./useReleaseErrorText.ts";

export interface ReleaseTableProps {
  releases: readonly ReleaseEntry[];
  withNamespace: boolean;
  selected: string;
  onSelect(key: string): void;
  onOpen(key: string): void;
}

/** One line per release. Reads charts from the stored payloads, only for visible lines. */
export function ReleaseTable({ releases, withNamespace, selected, onSelect, onOpen }: ReleaseTableProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const columns = useMemo<LogColumn<ReleaseEntry>[]>(() => {
    const namespace: LogColumn<ReleaseEntry> = {
      id: "namespace",
      title: t("list.namespace"),
      width: "minmax(80px, 160px)",
      cell: (release) => <span className="muted">{release.namespace}</span>,
    };
    return [
      {
        id: "name",
        title: t("helm.release"),
        width: "minmax(140px, 260px)",
        cell: (release) => (
          <Link
            className="releaseName"
            to={releaseUrl(cluster.id, release)}
            onClick={(event) => event.stopPropagation()}
          >
            {release.name}
          </Link>
        ),
      },
      {
        id: "status",
        title: t("helm.status"),
        width: "minmax(150px, 220px)",
        cell: (release) => <StatusCell release={release} />,
      },
      {
        id: "chart",
        title: t("helm.chart"),
        width: "minmax(120px, 220px)",
        cell: (release) => <ChartCell release={release} part="chart" />,
      },
      {
        id: "app",
        title: t("helm.appVersion"),
        width: "110px",
        cell: (release) => <ChartCell release={release} part="app" />,
      },
      { id: "revision", title: t("helm.revision"), width: "72px", cell: (release) => release.revision },
      { id: "updated", title: t("helm.updated"), width: "72px", cell: ({ updated }) => <Age since={updated} /> },
      ...(withNamespace ? [namespace] : []),
    ];
  }, [t, cluster.id, withNamespace]);
  return (
    <LogTable
      label={t("helm.title")}
      columns={columns}
      items={releases}
      keyOf={({ key }) => key}
      selected={selected}
      onSelect={onSelect}
      onOpen={onOpen}
      testId="releases"
    />
  );
}

/** The newest revision is not always the deployed one. */
function StatusCell({ release: { status, running } }: { release: ReleaseEntry }) {
  const { t } = useTranslation();
  return (
    <>
      <StatusBadge status={status} />{" "}
      {running === undefined ? null : <span className="faint">{t("helm.running", { revision: running })}</span>}
    </>
  );
}

function ChartCell({ release, part }: { release: ReleaseEntry; part: "chart" | "app" }) {
  const { t } = useTranslation();
  const { data, error } = useReleaseHead(release);
  const trouble = useReleaseErrorText(error);
  if (data !== undefined) {
    const { name, version, appVersion } = data.chart;
    return part === "app" ? appVersion || "–" : `${name} ${version}`;
  }
  if (trouble === "") return <span className="faint">…</span>;
  if (part === "app") return <span className="faint">–</span>;
  return (
    <Tooltip text={trouble}>
      <span className="releaseTrouble" tabIndex={-1}>
        <Icon name="alert" size={13} /> {t("helm.cannotRead")}
      </span>
    </Tooltip>
  );
}
