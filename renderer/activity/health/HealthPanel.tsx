import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorText } from "../../access/refusals/ErrorText.tsx";
import { refusalIn } from "../../access/refusals/refusalIn.ts";
import { requestRaw } from "../../api/requests/request.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Loading } from "../../app/Loading.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { parseHealth } from "./healthText.ts";
import "./card.css";
import "./HealthPanel.css";
import { ScrollRegion } from "../../ui/ScrollRegion.tsx";

const EVERY_SECONDS = 10;
const ENDPOINTS = ["livez", "readyz"] as const;

/** The server's health checks; failing ones come first. */
export function HealthPanel() {
  const { t } = useTranslation();
  return (
    <ScrollRegion as="section" className="page" aria-label={t("activity.health")}>
      <div className="healthGrid">
        {ENDPOINTS.map((endpoint) => (
          <HealthCard key={endpoint} endpoint={endpoint} />
        ))}
        <p className="faint">{t("activity.checkedEvery", { seconds: EVERY_SECONDS })}</p>
      </div>
    </ScrollRegion>
  );
}

function HealthCard({ endpoint }: { endpoint: (typeof ENDPOINTS)[number] }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const answer = useQuery({
    queryKey: ["health", cluster.id, endpoint],
    queryFn: ({ signal }) =>
      requestRaw(cluster.id, { path: `/${endpoint}?verbose=true`, accept: "text/plain", signal }),
    refetchInterval: EVERY_SECONDS * 1000,
  });
  if (answer.isPending) return <Loading />;
  if (answer.data === undefined) {
    return (
      <section className="healthCard" role="alert">
        <h2>{t(`activity.${endpoint}`)}</h2>
        <p>
          {t("activity.healthFailed")}: <ErrorText error={answer.error} />
        </p>
        <Button onClick={() => void answer.refetch()}>{t("app.retry")}</Button>
      </section>
    );
  }
  const checks = parseHealth(answer.data.text).sort((a, b) => Number(a.ok) - Number(b.ok));
  const failed = checks.filter((check) => !check.ok).length;
  const good = answer.data.status === 200;
  const refusal = refusalIn(answer.data);
  return (
    <section className="healthCard" data-testid={`health-${endpoint}`} data-good={good}>
      <header>
        <h2>{t(`activity.${endpoint}`)}</h2>
        <code className="faint">/{endpoint}</code>
        <span className="spacer" />
        <Badge tone={good ? "good" : "bad"} dot>
          {good
            ? t("activity.passed")
            : failed > 0
              ? t("activity.failedChecks", { count: failed })
              : `HTTP ${answer.data.status}`}
        </Badge>
      </header>
      {refusal === undefined ? null : (
        <p>
          <ErrorText error={refusal} />
        </p>
      )}
      {checks.length === 0 && refusal === undefined ? <p className="muted">{t("activity.checksNone")}</p> : null}
      <ul className="checkList">
        {checks.map((check) => (
          <li key={check.name}>
            <Badge tone={check.ok ? "good" : "bad"} dot>
              {t(check.ok ? "activity.checkOk" : "activity.checkFailed")}
            </Badge>
            <span className="mono">{check.name}</span>
            {check.ok ? null : <span className="muted">{check.said}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
