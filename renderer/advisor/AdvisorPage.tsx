import { useTranslation } from "react-i18next";
import { useClusterScope } from "../app/clusterContext.ts";
import { useViewParam } from "../app/useViewParam.ts";
import { Tabs } from "../ui/Tabs.tsx";
import { ClusterAdvice } from "./ClusterAdvice.tsx";
import { ManifestAdvice } from "./ManifestAdvice.tsx";
import { releaseOf, targetOf } from "./model/releases.ts";
import { TargetMenu } from "./TargetMenu.tsx";
import "./advisor.css";

/** Deprecated and removed API versions: those that the cluster uses, and those in manifests. */
export function AdvisorPage() {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const [view, setView] = useViewParam("view", "cluster");
  const [asked, setAsked] = useViewParam("release");
  const target = targetOf(asked, cluster.version);
  return (
    <>
      <div className="pageHead">
        <div className="crumbs">
          <h1>{t("advisor.title")}</h1>
          <span className="muted">{t("advisor.subtitle")}</span>
        </div>
        <span className="spacer" />
        <TargetMenu target={target} own={releaseOf(cluster.version)} onChange={setAsked} />
      </div>
      <div className="advisor">
        <Tabs
          label={t("advisor.title")}
          current={view === "manifests" ? "manifests" : "cluster"}
          onChange={setView}
          tabs={[
            { id: "cluster", label: t("advisor.cluster"), content: <ClusterAdvice target={target} /> },
            { id: "manifests", label: t("advisor.manifests"), content: <ManifestAdvice target={target} /> },
          ]}
        />
      </div>
    </>
  );
}
