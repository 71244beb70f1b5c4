import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import { ApiError } from "../../../../../shared/status.ts";
import { atOnce } from "../../../../../shared/steps.ts";
import type { ActionContext } from "../../../registry/action.ts";
import { pod, testContext } from "../../testing/objects.ts";
import { assignPod, bindingAction } from "./binding.ts";
import { takeDisruption } from "./disruptionBudget.ts";
import { evictionAction, markDisrupted } from "./eviction.ts";

const binding = (name: string, node = "n1"): ApiObject => ({
  metadata: { name },
  target: { kind: "Node", name: node },
});
const TIME = "2026-01-02T03:04:05Z";
const assigned = (to: ApiObject, by: ApiObject): ApiObject => atOnce(assignPod(to, by, TIME));

async function failure(act: () => unknown): Promise<ApiError> {
  try {
    await act();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

function action(name: string, parent?: ApiObject, budgets: ApiObject[] = []): ActionContext {
  return {
    ...testContext({ poddisruptionbudgets: budgets }),
    kind: { group: "", version: "v1", kind: "Binding" },
    name,
    subresource: "",
    ...(parent === undefined ? {} : { parent }),
  };
}

describe("Pod binding", () => {
  it("sets the node name and the PodScheduled condition", () => {
    const bound = assigned(
      { ...pod(), status: { phase: "Pending", conditions: [{ type: "Ready", status: "True" }] } },
      binding("p"),
    );
    expect(bound["spec"]).toMatchObject({ nodeName: "n1" });
    expect(bound["status"]).toMatchObject({
      conditions: [
        { type: "Ready" },
        { type: "PodScheduled", status: "True", lastProbeTime: null, lastTransitionTime: TIME },
      ],
    });
  });

  it("happens only once", async () => {
    const error = await failure(() => assigned(pod({ nodeName: "some-node" }), binding("p")));
    expect(error.status).toMatchObject({
      code: 409,
      reason: "Conflict",
      message: 'Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "some-node"',
      details: { name: "p", kind: "pods/binding" },
    });
  });

  it("rejects terminating and gated pods", async () => {
    expect((await failure(() => assigned(pod({}, { deletionTimestamp: TIME }), binding("p")))).message).toContain(
      "is being deleted",
    );
    expect((await failure(() => assigned(pod({ schedulingGates: [{ name: "g" }] }), binding("p")))).message).toContain(
      "schedulingGates",
    );
  });

  it("checks the pod's uid and resourceVersion", async () => {
    const meant = (metadata: object): ApiObject => ({ ...binding("p"), metadata: { name: "p", ...metadata } });
    const stored = pod({}, { namespace: "dev", uid: "1", resourceVersion: "7" });
    const at =
      'Operation cannot be fulfilled on pods "p": StorageError: invalid object, Code: 4, Key: /registry/pods/dev/p, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed:';
    expect((await failure(() => assigned(stored, meant({ uid: "2" })))).status).toMatchObject({
      code: 409,
      message: `${at} UID in precondition: 2, UID in object meta: 1`,
      details: { name: "p", kind: "pods" },
    });
    expect((await failure(() => assigned(stored, meant({ resourceVersion: "8" })))).message).toBe(
      `${at} ResourceVersion in precondition: 8, ResourceVersion in object meta: 7`,
    );
  });

  it("requires the pod's name", async () => {
    const act = bindingAction({ updatePod: async (_context, _name, change) => change(pod()) });
    const nameless = { metadata: {}, target: { name: "n1" } };
    expect((await failure(() => act(action("p"), nameless))).message).toBe(
      "name in URL does not match name in Binding object",
    );
    expect((await failure(() => act(action(""), nameless))).status).toMatchObject({
      code: 400,
      message: "Name parameter required.",
    });
  });

  it("returns a success Status on both paths", async () => {
    const changed: string[] = [];
    const act = bindingAction({
      updatePod: async (_context, name, change) => {
        changed.push(name);
        return change(pod());
      },
    });
    expect(await act(action("p"), binding("p"))).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Success",
      code: 201,
    });
    await act(action(""), binding("q"));
    expect(changed).toEqual(["p", "q"]);
    expect((await failure(() => act(action("p"), binding("q")))).message).toBe(
      "name in URL does not match name in Binding object",
    );
    expect((await failure(() => act(action("p"), binding("p", "")))).code).toBe(500);
  });
});

describe("Eviction", () => {
  const budget = (allowed: number, meta: object = {}): ApiObject => ({
    metadata: { name: "b", namespace: "dev", generation: 1, ...meta },
    spec: { selector: { matchLabels: { app: "web" } } },
    status: { observedGeneration: 1, disruptionsAllowed: allowed, desiredHealthy: 2, currentHealthy: 2 },
  });
  const running = { ...pod({ nodeName: "n" }, { labels: { app: "web" } }), status: { phase: "Running" } };
  const ready = { ...running, status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] } };
  const run = async (
    parent: ApiObject,
    budgets: ApiObject[],
    deleteOptions?: object,
    dryRun = false,
  ): Promise<string[]> => {
    const log: string[] = [];
    const act = evictionAction({
      deletePod: async (context, name) => void log.push(`delete ${name}${context.dryRun ? " dry" : ""}`),
      updateBudget: async (_context, name, change) => {
        const next = change(budgets[0] ?? budget(0));
        log.push(`${name} ${(next["status"] as { disruptionsAllowed: number }).disruptionsAllowed}`);
      },
    });
    const context = { ...action("p", parent, budgets), dryRun };
    await act(context, { metadata: { name: "p" }, ...(deleteOptions === undefined ? {} : { deleteOptions }) });
    return log;
  };

  it("deletes a pod without a disruption budget", async () => expect(await run(running, [])).toEqual(["delete p"]));
  it("takes a disruption from the budget first", async () =>
    expect(await run(ready, [budget(1)])).toEqual(["b 0", "delete p"]));
  it("ignores budgets for a pod that is not running", async () =>
    expect(await run({ ...running, status: { phase: "Pending" } }, [budget(0)])).toEqual(["delete p"]));

  it("is rejected when no disruptions are left", async () => {
    const error = await failure(() => run(ready, [budget(0)]));
    expect(error.status).toMatchObject({
      code: 429,
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      details: {
        causes: [
          { reason: "DisruptionBudget", message: "The disruption budget b needs 2 healthy pods and has 2 currently" },
        ],
      },
    });
  });

  it("is retried later if the budget's status is outdated", async () => {
    const error = await failure(() => takeDisruption(budget(1, { generation: 2 }), "p", TIME));
    expect(error.status.details?.retryAfterSeconds).toBe(10);
  });

  it("takes dryRun from the request or the delete options and rejects contradictions", async () => {
    expect(await run(running, [], { dryRun: ["All"] })).toEqual(["delete p dry"]);
    expect(await run(running, [], {}, true)).toEqual(["delete p dry"]);
    expect((await failure(() => run(running, [], { dryRun: ["Some"] }, true))).message).toBe(
      "Non-matching dry-run options in request and content: [All] and [Some]",
    );
  });

  it("allows eviction of an unready pod while enough others are healthy", async () => {
    const enough = { ...budget(0), status: { observedGeneration: 1, desiredHealthy: 2, currentHealthy: 2 } };
    expect(await run(running, [enough])).toEqual(["delete p"]);
    const few = { ...enough, status: { ...enough.status, currentHealthy: 1 } };
    expect((await failure(() => run(running, [few]))).code).toBe(429);
    expect(await run(running, [{ ...few, spec: { selector: {}, unhealthyPodEvictionPolicy: "AlwaysAllow" } }])).toEqual(
      ["delete p"],
    );
  });

  it("sets DisruptionTarget on the pod, and DisruptionAllowed=False on an exhausted budget", () => {
    const marked = markDisrupted(markDisrupted(running, TIME), "2027-01-01T00:00:00Z");
    expect(marked["status"]).toEqual({
      phase: "Running",
      conditions: [
        {
          type: "DisruptionTarget",
          status: "True",
          lastProbeTime: null,
          lastTransitionTime: TIME,
          reason: "EvictionByEvictionAPI",
          message: "Eviction API: evicting",
        },
      ],
    });
    expect(takeDisruption(budget(2), "p", TIME)["status"]).not.toHaveProperty("conditions");
    expect(takeDisruption(budget(1), "p", TIME)["status"]).toMatchObject({
      conditions: [
        { type: "DisruptionAllowed", status: "False", reason: "InsufficientPods", lastTransitionTime: TIME },
      ],
    });
  });

  it("rejects a pod with two budgets", async () =>
    expect((await failure(() => run(running, [budget(1), budget(1, { name: "c" })]))).code).toBe(500));
});
