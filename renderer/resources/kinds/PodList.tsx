import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ApiObject } from "../../../shared/object.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { objectUrl } from "../../app/urls.ts";
import { Age } from "../../ui/age/Age.tsx";
import { Dot } from "../../ui/Badge.tsx";
import { toneOf } from "../tone.ts";
import { textAt } from "./read.ts";

const SHOWN = 50;

/** A short list of pods; the pod list has more details. */
export function PodList({ pods }: { pods: readonly ApiObject[] }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  if (pods.length === 0) return <p className="faint">{t("kinds.noPods")}</p>;
  return (
    <ul className="owners" data-testid="pods-of">
      {pods.slice(0, SHOWN).map((pod) => {
        const { name = "", namespace = "", uid, creationTimestamp } = pod.metadata;
        const phase = textAt(pod, "status.phase");
        return (
          <li key={uid}>
            <Dot tone={toneOf("phase", phase) ?? "neutral"} />
            <Link to={objectUrl(cluster.id, { group: "", version: "v1", resource: "pods" }, { namespace, name })}>
              {name}
            </Link>
            <span className="muted">{phase}</span>
            <span className="spacer" />
            <span className="faint">
              <Age since={creationTimestamp ? Date.parse(creationTimestamp) : 0} />
            </span>
          </li>
        );
      })}
      {pods.length > SHOWN ? <li className="faint">{t("browse.andMore", { count: pods.length - SHOWN })}</li> : null}
    </ul>
  );
}
