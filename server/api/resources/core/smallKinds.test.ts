import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce, finished } from "../../../../shared/steps.ts";
import { quantityText } from "../../../ground/formats/wording/goText.ts";
import type { ResourceDefinition } from "../../registry/definition.ts";
import { container, NOW, testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { configMaps } from "./configMaps/configMaps.ts";
import { validateConfigMap } from "./configMaps/configMapValidation.ts";
import { events } from "./events/events.ts";
import { jsonErrorText } from "./jsonErrorText.ts";
import { limitRanges } from "./limits/limitRanges.ts";
import { resourceQuotas } from "./limits/resourceQuotas.ts";
import { namespaces } from "./namespaces.ts";
import { rolesText, statusText } from "./nodes/nodeCells.ts";
import { nodes } from "./nodes/nodes.ts";
import { replicationControllers } from "./replicationControllers/replicationControllers.ts";
import { secrets } from "./secrets/secrets.ts";
import { serviceAccounts } from "./serviceAccounts.ts";

const context = testContext();
const refusals = ({ strategy }: ResourceDefinition, object: ApiObject): string[] =>
  texts(strategyErrors(strategy, context, object));
const changes = ({ strategy }: ResourceDefinition, object: ApiObject, old: ApiObject): string[] => {
  atOnce(finished(strategy.prepareForUpdate?.(context, object, old)));
  return texts(strategyErrors(strategy, context, object, old));
};
const cells = (definition: ResourceDefinition, object: ApiObject): unknown[] =>
  definition.columns.map((column) => column.cell(object, NOW, context.vocabulary));
const metadata = { name: "x", namespace: "dev", creationTimestamp: "2026-01-02T03:03:05Z" };
const IMMUTABLE = "Forbidden: field is immutable when `immutable` is set";

describe("ConfigMap", () => {
  const old: ApiObject = { metadata, data: { a: "1" }, immutable: true };
  it("rejects changes if immutable", () => {
    expect(changes(configMaps, { metadata, data: { a: "2" }, immutable: true }, old)).toEqual([`data: ${IMMUTABLE}`]);
    expect(changes(configMaps, { metadata, data: { a: "1" } }, old)).toEqual([`immutable: ${IMMUTABLE}`]);
    expect(
      changes(configMaps, { metadata, data: { a: "1" }, immutable: true, binaryData: { b: "AA==" } }, old),
    ).toEqual([`binaryData: ${IMMUTABLE}`]);
    expect(changes(configMaps, { ...old }, old)).toEqual([]);
  });
  it("has a maximum size", () => {
    expect(texts(validateConfigMap({ data: { a: "x".repeat(1024 * 1024 + 1) } }))).toEqual([
      "[]: Too long: may not be more than 1048576 bytes",
    ]);
    expect(validateConfigMap({ data: { a: "x".repeat(1024 * 1024) } })).toEqual([]);
  });
  it("shows its number of keys", () =>
    expect(cells(configMaps, { metadata, data: { a: "1" }, binaryData: { b: "AA==" } })).toEqual(["x", 2, "60s"]));
});

describe("Secret", () => {
  it("merges stringData into data", () => {
    const object: ApiObject = { metadata, data: { a: "b2xk" }, stringData: { a: "new", b: "ü" } };
    atOnce(finished(secrets.strategy.prepareForCreate?.(context, object)));
    expect(object).toEqual({ metadata, data: { a: "bmV3", b: "w7w=" } });
  });
  it("has an immutable type, which updates may omit", () => {
    const old: ApiObject = { metadata, type: "example.com/a", data: {} };
    expect(changes(secrets, { metadata, data: {} }, old)).toEqual([]);
    expect(changes(secrets, { metadata, type: "example.com/b", data: {} }, old)).toEqual([
      'type: Invalid value: "example.com/b": field is immutable',
    ]);
  });
  it("requires the keys of its type", () => {
    const of = (type: string, data: object = {}): string[] => refusals(secrets, { metadata, type, data });
    expect(of("kubernetes.io/ssh-auth")).toEqual(["data[ssh-privatekey]: Required value"]);
    expect(of("kubernetes.io/basic-auth", { username: "YQ==" })).toEqual([]);
    expect(of("kubernetes.io/dockercfg", { ".dockercfg": "e30=" })).toEqual([]);
  });
});

it("describes JSON syntax errors", () => {
  expect(jsonErrorText("{}")).toBeUndefined();
  expect(jsonErrorText("nope")).toBe("invalid character 'o' in literal null (expecting 'u')");
  expect(jsonErrorText("")).toBe("unexpected end of JSON input");
  expect(jsonErrorText("x")).toBe("invalid character 'x' looking for beginning of value");
  expect(jsonErrorText("[]")).toBe("json: cannot unmarshal array into Go value of type map[string]interface {}");
});

describe("Namespace", () => {
  const live: ApiObject = {
    metadata: { name: "a" },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Active" },
  };
  const finalize = namespaces.subresources?.find(({ name }) => name === "finalize")?.strategy;
  const status = namespaces.subresources?.find(({ name }) => name === "status")?.strategy;
  it("starts active with a finalizer and a name label", () => {
    const object: ApiObject = { metadata: { name: "a" } };
    namespaces.strategy.prepareForCreate?.(context, object);
    expect(object).toEqual({ ...live, metadata: { name: "a", labels: { "kubernetes.io/metadata.name": "a" } } });
  });
  it("loses finalizers only through the finalize subresource", () => {
    const object: ApiObject = { metadata: { name: "a" }, spec: {} };
    namespaces.strategy.prepareForUpdate?.(context, object, live);
    expect(object["spec"]).toEqual(live["spec"]);
    const emptied: ApiObject = { metadata: { name: "a" }, spec: {} };
    finalize?.prepareForUpdate?.(context, emptied, live);
    expect(finalize?.isHeld?.(emptied)).toBe(false);
    for (const strategy of [namespaces.strategy, status, finalize]) expect(strategy?.isHeld?.(live)).toBe(true);
  });
  it("is terminating only after deletion", () => {
    const time = "2026-01-01T00:00:00Z";
    const terminated = (options: object) =>
      namespaces.strategy.terminate?.(live, time, context.vocabulary, { dryRun: false, ...options });
    const dying = terminated({});
    expect(dying).toMatchObject({
      metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" },
      status: { phase: "Terminating" },
    });
    expect(dying?.metadata).not.toHaveProperty("deletionGracePeriodSeconds");
    const finalizers = (options: object) => terminated(options)?.metadata.finalizers;
    expect([finalizers({ propagationPolicy: "Background" }), finalizers({})]).toEqual([undefined, undefined]);
    expect([finalizers({ propagationPolicy: "Foreground" }), finalizers({ orphanDependents: false })]).toEqual([
      ["foregroundDeletion"],
      ["foregroundDeletion"],
    ]);
    expect([finalizers({ propagationPolicy: "Orphan" }), finalizers({ orphanDependents: true })]).toEqual([
      ["orphan"],
      ["orphan"],
    ]);
    expect(texts(strategyErrors(status ?? {}, context, { ...live, status: { phase: "Terminating" } }, live))).toEqual([
      "status.Phase: Invalid value: \"Terminating\": may only be 'Active' if `deletionTimestamp` is empty",
    ]);
  });
});

describe("Event", () => {
  it("must be in the namespace of its object", () => {
    expect(refusals(events, { metadata, involvedObject: { namespace: "default" } })).toEqual([
      'involvedObject.namespace: Invalid value: "default": does not match event.namespace',
    ]);
    expect(refusals(events, { metadata: { ...metadata, namespace: "default" }, involvedObject: {} })).toEqual([]);
    expect(refusals(events, { metadata, involvedObject: {} })).toHaveLength(1);
  });
  it("in the new form requires a reporting component", () =>
    expect(
      refusals(events, { metadata, involvedObject: { namespace: "dev" }, eventTime: "2026-01-01T00:00:00Z" }),
    ).toContain("reportingComponent: Required value"));
  it("prints a row", () =>
    expect(
      cells(events, {
        metadata,
        involvedObject: { kind: "Pod", name: "p1", fieldPath: "spec.containers{main}" },
        type: "Normal",
        reason: "Pulled",
        message: " pulled \n",
        source: { component: "agent", host: "n1" },
        firstTimestamp: "2026-01-02T03:02:05Z",
        lastTimestamp: "2026-01-02T03:03:05Z",
        count: 4,
      }),
    ).toEqual(["60s", "Normal", "Pulled", "pod/p1", "spec.containers{main}", "agent, n1", "pulled", "2m", 4, "x"]));
});

describe("Node", () => {
  it("shows status and roles", () => {
    expect(
      statusText({ status: { conditions: [{ type: "Ready", status: "True" }] }, spec: { unschedulable: true } }),
    ).toBe("Ready,SchedulingDisabled");
    const twice = [
      { type: "Ready", status: "True" },
      { type: "Ready", status: "False" },
    ];
    expect(statusText({ status: { conditions: twice } })).toBe("NotReady");
    expect(statusText({})).toBe("Unknown");
    const roles = (labels: Record<string, string>): string => rolesText(labels, context.vocabulary);
    expect(roles({ "node-role.kubernetes.io/worker": "", "kubernetes.io/role": "edge" })).toBe("edge,worker");
    expect(roles({ "node-role.example.com/worker": "", "example.io/role": "edge" })).toBe("<none>");
    expect(roles({})).toBe("<none>");
  });
  it("has an immutable provider ID and reports an invalid taint twice", () => {
    const old: ApiObject = { metadata: { name: "n" }, spec: { providerID: "x://1" } };
    expect(changes(nodes, { metadata: { name: "n" }, spec: { providerID: "x://2" } }, old)).toHaveLength(1);
    const found = changes(
      nodes,
      { metadata: { name: "n" }, spec: { providerID: "x://1", taints: [{ key: "k", effect: "Maybe" }] } },
      old,
    );
    expect(found).toEqual([
      'metadata.taints[0].effect: Unsupported value: "Maybe": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
      'metadata.taints[0].effect: Unsupported value: "Maybe": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
    ]);
  });
});

describe("ResourceQuota and LimitRange", () => {
  it("reject changed scopes and ignore repeated ones", () => {
    const quota = (...scopes: string[]): ApiObject => ({ metadata, spec: { hard: { pods: "5" }, scopes } });
    const twice = quota("NotTerminating", "BestEffort", "BestEffort");
    expect(changes(resourceQuotas, quota("BestEffort", "NotTerminating"), twice)).toEqual([]);
    expect(changes(resourceQuotas, quota("BestEffort"), twice)).toEqual([
      'spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort"}: field is immutable',
    ]);
  });
  it("validate scopes", () => {
    const of = (spec: object): string[] => refusals(resourceQuotas, { metadata, spec });
    expect(of({ hard: { pods: "5" }, scopes: ["Terminating", "NotTerminating"] })).toEqual([
      'spec.scopes: Invalid value: []core.ResourceQuotaScope{"Terminating", "NotTerminating"}: conflicting scopes',
    ]);
    expect(of({ hard: { services: "5" }, scopes: ["Terminating"] })[0]).toContain(
      "unsupported scope applied to resource",
    );
    expect(
      of({ hard: { pods: "5", "ephemeral-storage": "1Gi", "a.b/c": "1" }, scopes: ["NotBestEffort"] }),
    ).toHaveLength(1);
    expect(
      of({
        hard: { services: "1" },
        scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "Exists" }] },
      }),
    ).toEqual([
      'spec.scopeSelector.matchExpressions: Invalid value: core.ScopeSelector{MatchExpressions:[]core.ScopedResourceSelectorRequirement{core.ScopedResourceSelectorRequirement{ScopeName:"PriorityClass", Operator:"Exists", Values:[]string(nil)}}}: unsupported scope applied to resource',
    ]);
    expect(of({ hard: { gold: "5", pods: "1500m" } })).toHaveLength(3);
  });
  it("show usage", () =>
    expect(
      cells(resourceQuotas, {
        metadata,
        status: { hard: { "limits.cpu": "4", pods: "3", cpu: "2" }, used: { pods: "1" } },
      }),
    ).toEqual(["x", "60s", "cpu: 0/2, pods: 1/3", "limits.cpu: 0/4"]));
  it("require min, default and max in order", () => {
    const of = (item: object): string[] => refusals(limitRanges, { metadata, spec: { limits: [item] } });
    expect(of({ type: "Container", min: { cpu: "2" }, max: { cpu: "1" } })).toEqual([
      `spec.limits[0].min[cpu]: Invalid value: ${quantityText("2")}: min value 2 is greater than max value 1`,
    ]);
    expect(of({ type: "Room", max: { chairs: "1" } })).toEqual([
      'spec.limits[0].type: Invalid value: "Room": must be a standard limit type or fully qualified',
      "spec.limits[0].max[chairs]: Invalid value: chairs: must be a standard resource type or fully qualified",
    ]);
    expect(of({ type: "Container", min: { cpu: "1" }, max: { cpu: "2" }, maxLimitRequestRatio: { cpu: "3" } })).toEqual(
      [
        `spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: ${quantityText("3")}: ratio 3 is greater than max/min = 2.000000`,
      ],
    );
    expect(of({ type: "Container", default: { "a.b/gpu": "2" }, defaultRequest: { "a.b/gpu": "1" } })).toEqual([
      `spec.limits[0].defaultRequest[a.b/gpu]: Invalid value: ${quantityText("1")}: default value 2 must equal to defaultRequest value 1 in a.b/gpu`,
    ]);
    expect(of({ type: "Pod", default: { cpu: "1" } })).toEqual([
      "spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
    ]);
    expect(
      of({ type: "Container", max: { cpu: "1" }, default: { cpu: "200m" }, defaultRequest: { cpu: "200m" } }),
    ).toEqual([]);
  });
});

describe("ReplicationController", () => {
  const template = {
    metadata: { labels: { app: "a" } },
    spec: { containers: [container()], restartPolicy: "Always", dnsPolicy: "ClusterFirst" },
  };
  const rc = (spec: object = {}): ApiObject => ({
    metadata: { ...metadata },
    spec: { replicas: 1, selector: { app: "a" }, template, ...spec },
  });
  const scale = replicationControllers.subresources?.find(({ name }) => name === "scale")?.view;
  it("must select its own template", () => {
    expect(refusals(replicationControllers, rc())).toEqual([]);
    expect(refusals(replicationControllers, rc({ selector: { app: "b" } }))).toEqual([
      'spec.template.metadata.labels: Invalid value: map[string]string{"app":"a"}: `selector` does not match template `labels`',
    ]);
  });
  it("is scaled through the scale subresource", () => {
    const parent = rc();
    expect(scale?.read(parent)).toMatchObject({
      kind: "Scale",
      spec: { replicas: 1 },
      status: { replicas: 0, selector: "app=a" },
    });
    scale?.write(context, parent, { metadata, spec: { replicas: 3 } });
    expect(parent).toMatchObject({ spec: { replicas: 3 }, metadata: { generation: 1 } });
    const wrong = { metadata: { ...metadata, namespace: "n" }, spec: { replicas: -1 } };
    expect(texts(atOnce(finished(scale?.validate?.(context, wrong) ?? [])))).toEqual([
      "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
    ]);
  });
});

describe("ServiceAccount", () => {
  const annotated = (value?: string): ApiObject => ({
    metadata: {
      ...metadata,
      ...(value === undefined ? {} : { annotations: { "kubernetes.io/enforce-mountable-secrets": value } }),
    },
  });

  it("warns about a newly added deprecated annotation", () => {
    const { warningsOnCreate, warningsOnUpdate } = serviceAccounts.strategy;
    expect(warningsOnCreate?.(context, annotated("true"))).toHaveLength(1);
    expect(warningsOnUpdate?.(context, annotated("true"), annotated())).toHaveLength(1);
    expect(warningsOnUpdate?.(context, annotated("false"), annotated("true"))).toEqual([]);
    expect(warningsOnUpdate?.(context, annotated(), annotated("true"))).toEqual([]);
  });

  it("keeps only the names of its secrets", () => {
    const given = [{ name: "a", namespace: "b", kind: "Secret" }, { kind: "Secret" }];
    for (const run of [serviceAccounts.strategy.prepareForCreate, serviceAccounts.strategy.prepareForUpdate]) {
      const account: ApiObject = { metadata, secrets: given };
      atOnce(finished(run?.(context, account, { metadata })));
      expect(account["secrets"]).toEqual([{ name: "a" }, {}]);
    }
  });
});

it("gives an unnamed limit range a random name", () => {
  const range: ApiObject = { metadata: { namespace: "dev" }, spec: { limits: [] } };
  atOnce(finished(limitRanges.strategy.prepareForCreate?.(context, range)));
  expect(range.metadata.name).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});
