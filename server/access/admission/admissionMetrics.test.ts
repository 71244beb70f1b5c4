import { expect, it } from "vitest";
import { forbidden } from "../../../shared/status.ts";
import { admissionChain } from "../../api/registry/admission/chain.ts";
import { MetricRegistry } from "../../ground/observability/registry/metricRegistry.ts";
import { admissionTimes } from "./admissionMetrics.ts";
import { testRequest } from "./testing/request.ts";

it("records the duration of each plugin and of the chain, by outcome", async () => {
  const registry = new MetricRegistry();
  const handles = () => true;
  const refuse = (): void => {
    throw forbidden({ group: "", resource: "configmaps" }, "x", "no");
  };
  const plugins = [
    { name: "Changes", handles, admit: () => undefined },
    { name: "Refuses", handles, validate: refuse },
    { name: "Silent", handles: () => false, admit: refuse },
  ];
  const chain = admissionChain(plugins, admissionTimes(registry));
  const request = testRequest("configmaps", { metadata: { name: "x" } });
  await chain.admit(request);
  await chain.admit(request);
  await expect(chain.validate(request)).rejects.toThrow("no");
  const counts = (await registry.text()).split("\n").filter((line) => line.includes("_count{"));
  const prefix = "apiserver_admission_";
  expect(counts).toEqual([
    `${prefix}controller_admission_duration_seconds_count{name="Changes",type="admit",operation="CREATE",rejected="false"} 2`,
    `${prefix}controller_admission_duration_seconds_count{name="Refuses",type="validate",operation="CREATE",rejected="true"} 1`,
    `${prefix}step_admission_duration_seconds_count{type="admit",operation="CREATE",rejected="false"} 2`,
    `${prefix}step_admission_duration_seconds_count{type="validate",operation="CREATE",rejected="true"} 1`,
  ]);
});
