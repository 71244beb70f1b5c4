import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ApiObject } from "../../shared/object.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { objectUrl } from "../app/urls.ts";
import { Icon } from "../ui/Icon.tsx";
import { autoscaledEffect } from "./model/autoscaler.ts";
import { useAutoscaler } from "./useAutoscaler.ts";
import "../editor/EditorNotices.css";
import "./AutoscalerNotice.css";

const AUTOSCALERS = { group: "autoscaling", version: "v2", resource: "horizontalpodautoscalers" };

export interface AutoscalerNoticeProps {
  object: ApiObject;
  /** The number of replicas that the user wants; undefined while it is not a number. */
  replicas: number | undefined;
  /** Whether to look for an autoscaler. */
  enabled: boolean;
}

/** Says which autoscaler sets the replicas of a workload, and what it makes of another number. Otherwise nothing. */
export function AutoscalerNotice({ object, replicas, enabled }: AutoscalerNoticeProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const autoscaler = useAutoscaler(object, enabled);
  if (autoscaler === undefined || !enabled) return null;
  const { name, min, max } = autoscaler;
  const { namespace = "" } = object.metadata;
  return (
    <div className="notice warn autoscaled" role="status" data-testid="autoscaled">
      <Icon name="alert" />
      <p>
        {t("actions.autoscaled.by")} <Link to={objectUrl(cluster.id, AUTOSCALERS, { namespace, name })}>{name}</Link>
        {`: ${t("actions.autoscaled.range", { min, max })} `}
        {replicas === undefined
          ? null
          : t(`actions.autoscaled.${autoscaledEffect(replicas, autoscaler)}`, { min, max })}
      </p>
    </div>
  );
}
