import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import { Card } from "./Card.tsx";
import { formatAmount } from "./formatAmount.ts";
import { Meter } from "./Meter.tsx";
import { capacityOf, MEASURES } from "./model/capacity.ts";
import type { LiveKind } from "./useClusterObjects.ts";
import { useNodeUsage } from "./useNodeUsage.ts";

export interface CapacityCardProps {
  nodes: LiveKind;
  pods: readonly ApiObject[];
  /** Whether the pods are those of the whole cluster. */
  isWhole: boolean;
}

/** The requests of pods relative to the allocatable resources of nodes, and the usage. */
export function CapacityCard({ nodes, pods, isWhole }: CapacityCardProps) {
  const { t } = useTranslation();
  const { allocatable, requested } = useMemo(() => capacityOf(nodes.objects, pods), [nodes.objects, pods]);
  const usage = useNodeUsage();
  if (nodes.objects.length === 0) return null;
  return (
    <Card
      title={t("overview.capacity")}
      note={t(isWhole ? "overview.requested" : "overview.requestedHere")}
      testId="capacity"
    >
      {MEASURES.map((measure) => (
        <Meter
          key={measure}
          name={t(`overview.measure.${measure}`)}
          part={allocatable[measure] === 0 ? 0 : requested[measure] / allocatable[measure]}
          mark={
            usage === undefined || measure === "pods" || !isWhole || allocatable[measure] === 0
              ? undefined
              : usage[measure] / allocatable[measure]
          }
          text={`${formatAmount(measure, requested[measure])} / ${formatAmount(measure, allocatable[measure])}`}
          note={
            usage === undefined || measure === "pods" || !isWhole
              ? undefined
              : t("overview.inUse", { amount: formatAmount(measure, usage[measure]) })
          }
        />
      ))}
    </Card>
  );
}
