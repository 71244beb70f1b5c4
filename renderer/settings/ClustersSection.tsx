import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Overview } from "../../shared/console/overview.ts";
import { ClusterSettings, clusterAnchor } from "./ClusterSettings.tsx";
import "./ClustersSection.css";

export interface ClustersSectionProps {
  overview: Overview;
  /** The current anchor in the address. */
  anchor: string;
  shown(text: string): boolean;
}

/** The settings of each cluster, and the files with contexts. */
export function ClustersSection({ overview, anchor, shown }: ClustersSectionProps) {
  const { t } = useTranslation();
  const { clusters, files, problems } = overview;
  const words = t("settings.cluster.words");
  const found = clusters.filter(({ name, id }) => shown(`${name} ${id} ${words}`));
  return (
    <>
      {found.map((cluster) => (
        <ClusterSettings key={cluster.id} cluster={cluster} open={anchor.startsWith(clusterAnchor(cluster.id))} />
      ))}
      {shown(t("settings.files.words")) ? (
        <div className="settingFiles" id="kubeconfigs" data-testid="settings-files">
          <h3>{t("settings.files.title")}</h3>
          <p className="muted">{t("settings.files.about")}</p>
          <ul className="mono">
            {files.map((file) => (
              <li key={file}>
                {file} {problems.some(({ source }) => source === file) ? <em>{t("settings.files.problem")}</em> : null}
              </li>
            ))}
          </ul>
          <Link className="uiButton" to="/?add=file">
            {t("home.add")}
          </Link>
        </div>
      ) : null}
    </>
  );
}
