import { useTranslation } from "react-i18next";
import { Age } from "../ui/age/Age.tsx";
import { formatAge } from "../ui/age/formatAge.ts";
import { useNow } from "../ui/age/useNow.ts";
import { Badge } from "../ui/Badge.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { Release } from "./model/release.ts";
import { isPending, PENDING_FOR_LONG, type StoredRevision } from "./model/releases.ts";

/** The facts of a revision; with a notice if helm was interrupted. */
export function ReleaseFacts({ stored, release }: { stored: StoredRevision; release: Release | undefined }) {
  const { t } = useTranslation();
  const chart = release?.chart;
  return (
    <>
      <dl className="releaseFacts" data-testid="release-facts">
        <div>
          <dt>{t("helm.chart")}</dt>
          <dd>
            {chart === undefined ? "…" : `${chart.name} ${chart.version}`}
            {chart?.deprecated ? <Badge tone="warn">{t("helm.deprecatedChart")}</Badge> : null}
          </dd>
        </div>
        {chart === undefined || chart.appVersion === "" ? null : (
          <div>
            <dt>{t("helm.appVersion")}</dt>
            <dd>{chart.appVersion}</dd>
          </div>
        )}
        <div>
          <dt>{t("helm.updated")}</dt>
          <dd>
            <Age since={stored.updated} />
          </dd>
        </div>
        <div>
          <dt>{t("helm.keptIn")}</dt>
          <dd>{stored.driver === "secrets" ? "Secret" : "ConfigMap"}</dd>
        </div>
        {release === undefined || release.description === "" ? null : (
          <div className="releaseSaid">
            <dt>{t("helm.said")}</dt>
            <dd>{release.description}</dd>
          </div>
        )}
      </dl>
      {isPending(stored.status) ? <Interrupted stored={stored} /> : null}
    </>
  );
}

const REFRESH_INTERVAL = 10_000;

function Interrupted({ stored: { status, updated } }: { stored: StoredRevision }) {
  const { t } = useTranslation();
  const since = useNow(REFRESH_INTERVAL) - updated;
  if (since < PENDING_FOR_LONG) return null;
  return (
    <p className="notice warn releaseNotice" role="status" data-testid="interrupted">
      <Icon name="alert" />
      {t("helm.interrupted", { status, age: formatAge(since) })}
    </p>
  );
}
