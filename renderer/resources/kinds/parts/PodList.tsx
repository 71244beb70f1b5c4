import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { useClusterScope } from "../../../app/clusterContext.ts";
import { objectUrl } from "../../../app/urls.ts";
import { CauseText } from "../../../overview/CauseText.tsx";
import { STATES, TONE_OF } from "../../../overview/model/finding.ts";
import { objectFinding } from "../../../overview/model/objectFinding.ts";
import { useClusterNow } from "../../../sandbox/useSimulation.ts";
import { Age } from "../../../ui/age/Age.tsx";
import { Dot } from "../../../ui/Badge.tsx";
import { listAt, textAt } from "../read.ts";
import "../../overview/Owners.css";
import "./PodList.css";

const SHOWN = 50;
/** Milliseconds between two evaluations of states that depend on time. */
const REFRESH_INTERVAL = 5_000;

const restartsOf = (pod: ApiObject): number =>
  listAt(pod, "status.containerStatuses").reduce((sum, each) => sum + Number(textAt(each, "restartCount") || 0), 0);

/** A short list of pods, unhealthy ones first; the pod list has more details. */
export function PodList({ pods, withNamespace = false }: { pods: readonly ApiObject[]; withNamespace?: boolean }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const now = useClusterNow(REFRESH_INTERVAL);
  const rows = useMemo(() => {
    const found = pods.map((pod) => ({ pod, finding: objectFinding("Pod", pod, now) }));
    const rank = ({ finding }: (typeof found)[number]): number => STATES.indexOf(finding.state);
    return found.sort((a, b) => rank(a) - rank(b) || (nameOf(a.pod) < nameOf(b.pod) ? -1 : 1));
  }, [pods, now]);
  if (pods.length === 0) return <p className="faint">{t("kinds.noPods")}</p>;
  return (
    <ul className="owners" data-testid="pods-of">
      {rows.slice(0, SHOWN).map(({ pod, finding }, index) => {
        const { name = "", namespace = "", uid, creationTimestamp } = pod.metadata;
        const restarts = restartsOf(pod);
        // Pods of one workload usually fail for the same reason, which is shown once.
        const { cause } = finding;
        const isRepeated = deepEqual(cause, rows[index - 1]?.finding.cause);
        return (
          <li key={uid}>
            <Dot tone={TONE_OF[finding.state]} />
            <Link to={objectUrl(cluster.id, { group: "", version: "v1", resource: "pods" }, { namespace, name })}>
              {withNamespace ? nameOf(pod) : name}
            </Link>
            <span className="muted">{finding.word}</span>
            {restarts === 0 ? null : <span className="muted">{t("kinds.restarts", { count: restarts })}</span>}
            <span className="spacer" />
            <span className="faint">
              <Age since={creationTimestamp ? Date.parse(creationTimestamp) : 0} />
            </span>
            {cause === undefined || isRepeated ? null : (
              <p className="podCause">
                <CauseText cause={cause} now={now} />
              </p>
            )}
          </li>
        );
      })}
      {pods.length > SHOWN ? <li className="faint">{t("browse.andMore", { count: pods.length - SHOWN })}</li> : null}
    </ul>
  );
}

const nameOf = ({ metadata }: ApiObject): string => `${metadata.namespace ?? ""}/${metadata.name ?? ""}`;
