import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import type { ResourceLocator } from "../../shared/resourcePath.ts";
import { ErrorNotice } from "../access/refusals/ErrorNotice.tsx";
import { useClusterScope } from "../app/clusterContext.ts";
import { useLiveObject } from "../resources/live/useLiveObject.ts";
import { Badge, type Tone } from "../ui/Badge.tsx";
import { steeredOf } from "./model/plannedAction.ts";
import { type RolloutStage, rolloutOf } from "./model/rollout.ts";
import "./RolloutProgress.css";

const TONES: Readonly<Record<RolloutStage, Tone>> = {
  unobserved: "accent",
  updates: "accent",
  ends: "accent",
  starts: "accent",
  done: "good",
  late: "bad",
  manual: "warn",
};

export interface RolloutProgressProps {
  /** The workload as the server stored the change. */
  changed: ApiObject;
  locator: ResourceLocator;
}

/** The rollout of a change, live. */
export function RolloutProgress({ changed, locator }: RolloutProgressProps) {
  const { t } = useTranslation();
  const { cluster, types } = useClusterScope();
  const { group, version, resource, namespace = "", name = "" } = locator;
  const verbs = types.find((each) => each.group === group && each.resource === resource)?.verbs ?? [];
  const live = useLiveObject(
    cluster.id,
    { group, version, resource, kind: changed.kind ?? "", verbs },
    { namespace, name },
  );
  // The watch may still show the state before the change.
  const isNewer = (live.object?.metadata.generation ?? 0) >= (changed.metadata.generation ?? 0);
  const object = isNewer && live.object !== undefined ? live.object : changed;
  const { stage, wanted, updated, available, old } = rolloutOf(object);
  const isPaused = steeredOf(object).paused === true && stage !== "done";
  const text = live.gone ? "gone" : isPaused ? "paused" : stage;
  return (
    <section className="rolloutProgress" data-testid="rollout" data-stage={text}>
      <p role="status">
        <Badge tone={live.gone ? "bad" : isPaused ? "warn" : TONES[stage]} dot>
          {t(`actions.rollout.${text}`, { wanted, updated, available, old })}
        </Badge>
      </p>
      <div
        className="rolloutBar"
        role="progressbar"
        aria-label={t("actions.rollout.updated")}
        aria-valuenow={updated}
        aria-valuemin={0}
        aria-valuemax={wanted}
      >
        <u style={{ width: `${partOf(updated, wanted)}%` }} />
        <i style={{ width: `${partOf(Math.min(available, updated), wanted)}%` }} />
      </div>
      <p className="muted">{t("actions.rollout.numbers", { wanted, updated, available })}</p>
      <ErrorNotice error={live.object === undefined && live.error instanceof Error ? live.error : null} />
    </section>
  );
}

const partOf = (count: number, wanted: number): number => (wanted === 0 ? 100 : Math.min(100, (100 * count) / wanted));
