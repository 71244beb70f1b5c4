/** Defaulting rules: autoscalers. */
import { isExplicitlyEmpty } from "../../../ground/formats/explicitEmpties.ts";
import { type DefaultTable, rows } from "./row.ts";

interface HorizontalPodAutoscalerView {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: { readonly behavior?: { readonly scaleUp?: object; readonly scaleDown?: object } };
}

/** Only absent policies get a default: an explicitly empty list is an error. */
const lacksPolicies =
  (direction: "scaleUp" | "scaleDown") =>
  ({ spec: { behavior } }: HorizontalPodAutoscalerView): boolean =>
    behavior != null && !isExplicitlyEmpty(behavior[direction], "policies");

/** Whether an annotation is a JSON list with items. Other content is ignored, as if the annotation were absent. */
function hasItems(annotation: string | undefined): boolean {
  try {
    const value: unknown = JSON.parse(annotation ?? "");
    return Array.isArray(value) && value.length > 0;
  } catch {
    return false;
  }
}

export const autoscalingDefaults: DefaultTable = {
  "api.autoscaling.v1.HorizontalPodAutoscaler": rows<HorizontalPodAutoscalerView>((r) => [
    r.set("spec.minReplicas", 1),
    r.set("spec.targetCPUUtilizationPercentage", 80, {
      when: ({ metadata }, _, render) =>
        !hasItems(metadata.annotations?.[render("autoscaling.alpha.{labelDomain}/metrics")]),
      source: "conversion",
    }),
  ]),
  "api.autoscaling.v2.HorizontalPodAutoscaler": rows<HorizontalPodAutoscalerView>((r) => [
    r.set("spec.minReplicas", 1),
    r.set("spec.metrics", [
      { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } },
    ]),
    r.set("spec.behavior.scaleUp", {}, { when: ({ spec }) => spec.behavior != null }),
    r.set("spec.behavior.scaleUp.stabilizationWindowSeconds", 0, { when: ({ spec }) => spec.behavior != null }),
    r.set("spec.behavior.scaleUp.selectPolicy", "Max", { when: ({ spec }) => spec.behavior != null }),
    r.set(
      "spec.behavior.scaleUp.policies",
      [
        { type: "Pods", value: 4, periodSeconds: 15 },
        { type: "Percent", value: 100, periodSeconds: 15 },
      ],
      { when: lacksPolicies("scaleUp") },
    ),
    r.set("spec.behavior.scaleDown", {}, { when: ({ spec }) => spec.behavior != null }),
    r.set("spec.behavior.scaleDown.selectPolicy", "Max", { when: ({ spec }) => spec.behavior != null }),
    r.set("spec.behavior.scaleDown.policies", [{ type: "Percent", value: 100, periodSeconds: 15 }], {
      when: lacksPolicies("scaleDown"),
    }),
  ]),
};
