import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { definition } from "../../../api/extensions/testing/definitions.ts";
import { type ApiPlace, refused } from "../apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { type CustomResource, customResource } from "../customResource.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
let count = 0;
beforeAll(async () => {
  cluster = await startClusterUnderTest({ simulatedNodes: 0 });
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

const STRICT = "fieldValidation=Strict";
const DEPLOYMENTS = "apps/v1/deployments";
const FREE = { "x-kubernetes-preserve-unknown-fields": true };
const apply = (body: unknown) => ({ body, headers: { "content-type": "application/apply-patch+yaml" } });

const template = '"template":{"metadata":{"labels":{"app":"n"}},"spec":{"containers":[{"name":"n","image":"n"}]}}';
const deployment = (metadata: string, spec: string): string =>
  `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"my-dep",${metadata}"labels":{"app":"n"}},"spec":{${spec}"selector":{"matchLabels":{"app":"n"}},${template}}}`;

test("[sig-api-machinery] FieldValidation should detect unknown and duplicate fields of a typed object", async () => {
  const body = deployment("", '"unknown1":"val1","replicas":1,"replicas":2,');
  const { message = "" } = await refused(place.send("POST", `${DEPLOYMENTS}?${STRICT}`, { body }), 400);
  expect(message).toContain('unknown field "spec.unknown1"');
  expect(message).toContain('duplicate field "spec.replicas"');
});

test("[sig-api-machinery] FieldValidation should detect unknown metadata fields of a typed object", async () => {
  const body = deployment('"unknownMeta":"foo",', "");
  const { message = "" } = await refused(place.send("POST", `${DEPLOYMENTS}?${STRICT}`, { body }), 400);
  expect(message).toContain('unknown field "metadata.unknownMeta"');
});

/**
 * A custom resource whose objects have a `spec` according to the schema; other keywords of the schema apply to the
 * root.
 */
function custom(schema: object): Promise<CustomResource> {
  count += 1;
  return customResource(
    cluster.whole,
    definition("foo", { group: `f${count}.example.com`, schema: { type: "object", ...schema } as never }),
  );
}
const text = { type: "string" };
const SPEC = {
  properties: {
    spec: {
      type: "object",
      properties: {
        foo: text,
        cronSpec: text,
        ports: { type: "array", items: { type: "object", properties: { containerPort: { type: "integer" } } } },
      },
    },
  },
};
const object = ({ resource }: CustomResource, name: string, content: string): string => {
  const [group, version] = resource.split("/");
  return `{"apiVersion":"${group}/${version}","kind":"Foo","metadata":{"name":"${name}"},${content}}`;
};

test("[sig-api-machinery] FieldValidation should create/apply a valid CR for CRD with validation schema", async () => {
  const made = await custom(SPEC);
  const body = object(made, "mytest", '"spec":{"foo":"foo1","cronSpec":"* * * * */5","ports":[{"containerPort":80}]}');
  const applied = await place.send("PATCH", `${made.resource}/mytest?fieldManager=test&${STRICT}`, apply(body));
  expect(applied.status, applied.text).toBe(201);
  expect(
    (await place.send("POST", `${made.resource}?${STRICT}`, { body: body.replace("mytest", "other") })).status,
  ).toBe(201);
});

test("[sig-api-machinery] FieldValidation should create/apply a CR with unknown fields for CRD with no validation schema", async () => {
  const made = await custom(FREE);
  const body = object(made, "mytest", '"spec":{"knownField":"val1","unknown":"foo1"}');
  const applied = await place.send("PATCH", `${made.resource}/mytest?fieldManager=test&${STRICT}`, apply(body));
  expect(applied.status, applied.text).toBe(201);
  expect(applied.body["spec"]).toEqual({ knownField: "val1", unknown: "foo1" });
  expect(
    (await place.send("POST", `${made.resource}?${STRICT}`, { body: body.replace("mytest", "other") })).status,
  ).toBe(201);
});

test("[sig-api-machinery] FieldValidation should create/apply an invalid CR with extra properties for CRD with validation schema", async () => {
  const made = await custom(SPEC);
  const body = object(made, "mytest", '"spec":{"foo":"foo1","extraProperty":"arbitrary"}');
  const applied = await place.send("PATCH", `${made.resource}/mytest?fieldManager=test&${STRICT}`, apply(body));
  expect(applied.status).toBeGreaterThanOrEqual(400);
  expect(applied.text).toMatch(/extraProperty/);
  const { message = "" } = await refused(place.send("POST", `${made.resource}?${STRICT}`, { body }), 400);
  expect(message).toContain('unknown field "spec.extraProperty"');
});

test("[sig-api-machinery] FieldValidation should detect unknown metadata fields in both the root and embedded object of a CR", async () => {
  const embedded = { type: "object", "x-kubernetes-embedded-resource": true, ...FREE };
  const made = await custom({ properties: { spec: { type: "object", properties: { template: embedded } } } });
  const inner = '"template":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"inner","unknownSubMeta":"unknown"}}';
  const body = object(made, "mytest", `"spec":{${inner}}`).replace('"mytest"', '"mytest","unknownMeta":"unknown"');
  const { message = "" } = await refused(place.send("POST", `${made.resource}?${STRICT}`, { body }), 400);
  expect(message).toContain('unknown field "metadata.unknownMeta"');
  expect(message).toContain('unknown field "spec.template.metadata.unknownSubMeta"');
});

test("[sig-api-machinery] FieldValidation should detect duplicates in a CR when preserving unknown fields", async () => {
  const made = await custom({ ...SPEC, ...FREE });
  const body = object(made, "mytest", '"unknown":"unknownval","spec":{"foo":"foo1","foo":"foo2"}');
  const { message = "" } = await refused(place.send("POST", `${made.resource}?${STRICT}`, { body }), 400);
  expect(message).toContain('duplicate field "spec.foo"');
  expect(message).not.toContain("unknown field");
});
