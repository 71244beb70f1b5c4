import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ApiPlace, refused } from "../apiPlace.ts";
import { configMap } from "../bodies.ts";
import { ADMISSION, type HookCluster, startHookCluster } from "../hookCluster.ts";

let world: HookCluster;
let place: ApiPlace;
beforeAll(async () => {
  world = await startHookCluster();
  world.answer("/deny", () => ({
    allowed: false,
    status: { reason: "the configmap contains unwanted key and value" },
  }));
  world.answer("/mutate", () => world.patching({ op: "add", path: "/data/mutation-stage-1", value: "yes" }));
});
afterAll(() => world.stop());
beforeEach(async () => {
  place = await world.namespace();
});

const MAPS = "v1/configmaps";
const mutating = `${ADMISSION}/mutatingwebhookconfigurations`;
const validating = `${ADMISSION}/validatingwebhookconfigurations`;
const denied = () => refused(place.send("POST", MAPS, { body: configMap("denied") }), 400);
const created = async (name: string): Promise<unknown> =>
  (await place.create(MAPS, configMap(name, { old: "yes" })))["data"];
const operations = (verbs: string[]) => [{ op: "replace", path: "/webhooks/0/rules/0/operations", value: verbs }];

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] should include webhook resources in discovery documents", async () => {
  const { body } = await world.server.request("GET", "/apis");
  const groups = (body as unknown as { groups: object[] }).groups;
  const version = { groupVersion: ADMISSION, version: "v1" };
  expect(groups).toContainEqual(
    expect.objectContaining({ name: "admissionregistration.k8s.io", versions: expect.arrayContaining([version]) }),
  );
  const group = (await world.server.request("GET", "/apis/admissionregistration.k8s.io")).body as unknown as {
    versions: object[];
  };
  expect(group.versions).toContainEqual(version);
  const { resources } = (await world.server.request("GET", `/apis/${ADMISSION}`)).body as unknown as {
    resources: { name: string }[];
  };
  const names = resources.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["mutatingwebhookconfigurations", "validatingwebhookconfigurations"]));
});

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] patching/updating a validating webhook should work", async () => {
  const reference = `${validating}/${await world.register(place, "Validating", ["/deny"])}`;
  await denied();
  await world.whole.patch(reference, operations(["UPDATE"]), "json");
  await created("not-denied");
  await world.whole.update(reference, (object) => {
    const [webhook] = object["webhooks"] as [{ rules: object[] }];
    return {
      ...object,
      webhooks: [{ ...webhook, rules: webhook.rules.map((rule) => ({ ...rule, operations: ["CREATE"] })) }],
    };
  });
  await denied();
});

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] patching/updating a mutating webhook should work", async () => {
  const reference = `${mutating}/${await world.register(place, "Mutating", ["/mutate"])}`;
  const changed = { old: "yes", "mutation-stage-1": "yes" };
  expect(await created("first")).toEqual(changed);
  await world.whole.update(reference, (object) => {
    const [webhook] = object["webhooks"] as [{ rules: object[] }];
    return {
      ...object,
      webhooks: [{ ...webhook, rules: webhook.rules.map((rule) => ({ ...rule, operations: ["UPDATE"] })) }],
    };
  });
  expect(await created("second")).toEqual({ old: "yes" });
  await world.whole.patch(reference, operations(["CREATE"]), "json");
  expect(await created("third")).toEqual(changed);
});

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] listing validating webhooks should work", async () => {
  for (const _ of [1, 2, 3]) await world.register(place, "Validating", ["/deny"], {}, { test: place.namespace });
  const selected = `${validating}?labelSelector=test%3D${place.namespace}`;
  expect(await world.whole.list(selected)).toHaveLength(3);
  await denied();
  await world.whole.remove(selected);
  expect(await world.whole.list(selected)).toEqual([]);
  await created("allowed");
});

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] listing mutating webhooks should work", async () => {
  for (const _ of [1, 2, 3]) await world.register(place, "Mutating", ["/mutate"], {}, { test: place.namespace });
  const selected = `${mutating}?labelSelector=test%3D${place.namespace}`;
  expect(await world.whole.list(selected)).toHaveLength(3);
  expect(await created("mutated")).toHaveProperty("mutation-stage-1");
  await world.whole.remove(selected);
  expect(await created("untouched")).toEqual({ old: "yes" });
});

const conditions = [
  { name: "expression-1", expression: "object.metadata.namespace == 'production'" },
  { name: "expression-2", expression: "true" },
];
const broken = [{ name: "expression-1", expression: "... [] bad expression" }];

/** Expects a configuration with match conditions to be created and updated. */
async function takesConditions(kind: "Mutating" | "Validating", resource: string): Promise<void> {
  const reference = `${resource}/${await world.register(place, kind, ["/deny"], { matchConditions: conditions })}`;
  expect(await world.whole.get(reference)).toMatchObject({ webhooks: [{ matchConditions: conditions }] });
  await created("outside");
  const updated = [{ name: "expression-1", expression: "true" }];
  await world.whole.patch(reference, [{ op: "replace", path: "/webhooks/0/matchConditions", value: updated }], "json");
  expect(await world.whole.get(reference)).toMatchObject({ webhooks: [{ matchConditions: updated }] });
}
async function refusesConditions(kind: "Mutating" | "Validating"): Promise<void> {
  await expect(world.register(place, kind, ["/deny"], { matchConditions: broken })).rejects.toThrow(
    /compilation failed/,
  );
}

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] should be able to create and update validating webhook configurations with match conditions", () =>
  takesConditions("Validating", validating));
test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] should be able to create and update mutating webhook configurations with match conditions", () =>
  takesConditions("Mutating", mutating));
test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] should reject validating webhook configurations with invalid match conditions", () =>
  refusesConditions("Validating"));
test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] should reject mutating webhook configurations with invalid match conditions", () =>
  refusesConditions("Mutating"));

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] should mutate everything except 'skip-me' configmaps", async () => {
  const skipping = [{ name: "skip-me", expression: "object.metadata.name != 'skip-me'" }];
  await world.register(place, "Mutating", ["/mutate"], { matchConditions: skipping });
  expect(await created("skip-me")).toEqual({ old: "yes" });
  expect(await created("other")).toHaveProperty("mutation-stage-1");
});

test("[sig-api-machinery] AdmissionWebhook [Privileged:ClusterAdmin] should not be able to mutate or prevent deletion of webhook configuration objects", async () => {
  const rules = [
    { operations: ["*"], apiGroups: ["admissionregistration.k8s.io"], apiVersions: ["*"], resources: ["*"] },
  ];
  const all = { rules, namespaceSelector: {} };
  await world.register(place, "Validating", ["/deny"], all);
  await world.register(place, "Mutating", ["/mutate"], all);
  for (const [kind, resource] of [
    ["Validating", validating],
    ["Mutating", mutating],
  ] as const) {
    const name = await world.register(place, kind, ["/deny"]);
    expect((await world.whole.get(`${resource}/${name}`)).metadata.labels ?? {}).toEqual({});
    await world.whole.remove(`${resource}/${name}`);
    await world.whole.gone(`${resource}/${name}`);
  }
});
