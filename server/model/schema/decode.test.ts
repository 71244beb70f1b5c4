import { describe, expect, it } from "vitest";
import { DecodeError, decodeStrict } from "./decode.ts";
import { loadSchema } from "./schema.ts";

const schema = loadSchema();
const deployment = schema.definition("api.apps.v1.Deployment");
const configMap = schema.definition("api.core.v1.ConfigMap");
const pod = schema.definition("api.core.v1.Pod");
const secret = schema.definition("api.core.v1.Secret");
const crd = schema.definition("apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition");

const claim = schema.definition("api.core.v1.PersistentVolumeClaim");
const jsonSchema = schema.definition("apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps");

const deviceClaim = schema.definition("api.resource.v1beta1.ResourceClaim");
const deviceSlice = schema.definition("api.resource.v1alpha3.ResourceSlice");

const canonical = (node: typeof pod, value: unknown): unknown => decodeStrict(node, value).value;
const failure = (node: typeof pod, value: unknown): string => {
  try {
    decodeStrict(node, value);
  } catch (error) {
    expect(error).toBeInstanceOf(DecodeError);
    return (error as Error).message;
  }
  return "";
};

describe("Type mismatches", () => {
  it.each([
    [deployment, { spec: { replicas: "x" } }, "string into Go struct field DeploymentSpec.spec.replicas of type int32"],
    [deployment, { spec: { paused: "x" } }, "string into Go struct field DeploymentSpec.spec.paused of type bool"],
    [
      deployment,
      { spec: { template: { spec: { containers: "x" } } } },
      "string into Go struct field PodSpec.spec.template.spec.containers of type []v1.Container",
    ],
    [
      deployment,
      { spec: { template: { spec: { containers: [{ image: 5 }] } } } },
      "number into Go struct field Container.spec.template.spec.containers.image of type string",
    ],
    [configMap, { data: { a: 5 } }, "number into Go struct field ConfigMap.data of type string"],
    [configMap, { data: "x" }, "string into Go struct field ConfigMap.data of type map[string]string"],
    [
      deployment,
      { spec: { replicas: 1.5 } },
      "number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32",
    ],
    [
      deployment,
      { spec: { replicas: 99999999999 } },
      "number 99999999999 into Go struct field DeploymentSpec.spec.replicas of type int32",
    ],
    [configMap, { metadata: "x" }, "string into Go struct field ConfigMap.metadata of type v1.ObjectMeta"],
    [
      configMap,
      { metadata: { labels: { a: 1 } } },
      "number into Go struct field ObjectMeta.metadata.labels of type string",
    ],
    [
      pod,
      { spec: { containers: [{ imagePullPolicy: 1 }] } },
      "number into Go struct field Container.spec.containers.imagePullPolicy of type v1.PullPolicy",
    ],
    [
      pod,
      { spec: { containers: [{ securityContext: { capabilities: { add: 1 } } }] } },
      "number into Go struct field Capabilities.spec.containers.securityContext.capabilities.add of type []v1.Capability",
    ],
    [pod, { metadata: { uid: 1 } }, "number into Go struct field ObjectMeta.metadata.uid of type types.UID"],
    [
      pod,
      { status: { conditions: [{ status: true }] } },
      "bool into Go struct field PodCondition.status.conditions.status of type v1.ConditionStatus",
    ],
    [
      claim,
      { status: { allocatedResourceStatuses: [] } },
      "array into Go struct field PersistentVolumeClaimStatus.status.allocatedResourceStatuses of type map[v1.ResourceName]v1.ClaimResourceStatus",
    ],
    [
      jsonSchema,
      { "x-kubernetes-validations": {} },
      "object into Go struct field JSONSchemaProps.x-kubernetes-validations of type v1.ValidationRules",
    ],
    [
      deviceClaim,
      { spec: { devices: { requests: [{ allocationMode: 1 }] } } },
      "number into Go struct field DeviceRequest.spec.devices.requests.allocationMode of type v1beta1.DeviceAllocationMode",
    ],
    [
      deviceSlice,
      { spec: { devices: [{ basic: { capacity: [] } }] } },
      "array into Go struct field BasicDevice.spec.devices.basic.capacity of type map[v1alpha3.QualifiedName]resource.Quantity",
    ],
    [configMap, [], "array into Go value of type v1.ConfigMap"],
  ])("%#", (node, value, text) => {
    expect(failure(node, value)).toBe(`json: cannot unmarshal ${text}`);
  });

  it("report the first mismatch only", () => {
    expect(failure(deployment, { spec: { paused: 1, replicas: "x" } })).toContain("DeploymentSpec.spec.paused");
  });

  it("are reported after errors of types with their own parser", () => {
    const time = { metadata: { labels: { a: 1 }, creationTimestamp: "now" } };
    expect(failure(configMap, time)).toBe(
      'parsing time "now" as "2006-01-02T15:04:05Z07:00": cannot parse "now" as "2006"',
    );
  });

  it("use the reference's wording for invalid base64 and quantities", () => {
    expect(failure(secret, { data: { a: "not base64" } })).toBe("illegal base64 data at input byte 3");
    const limits = (cpu: unknown): unknown => ({ spec: { containers: [{ resources: { limits: { cpu } } }] } });
    expect(failure(pod, limits("abc"))).toContain("quantities must match the regular expression");
    expect(failure(pod, limits("1x"))).toContain("quantities must match the regular expression");
    expect(failure(pod, limits("1Kii"))).toBe("unable to parse quantity's suffix");
    expect(failure(pod, limits({}))).toContain("quantities must match the regular expression");
  });

  it("accept a list of numbers for bytes", () => {
    expect(decodeStrict(secret, { data: { a: [77, null, 255], b: [] } }).value).toMatchObject({
      data: { a: "TQD/", b: "" },
    });
    const place = "Go struct field Secret.data of type uint8";
    expect(failure(secret, { data: { a: [256] } })).toBe(`json: cannot unmarshal number 256 into ${place}`);
    expect(failure(secret, { data: { a: ["x"] } })).toBe(`json: cannot unmarshal string into ${place}`);
  });

  it("check int-or-string values", () => {
    const port = (targetPort: unknown): unknown => ({ spec: { ports: [{ targetPort }] } });
    const service = schema.definition("api.core.v1.Service");
    expect(failure(service, port(1.5))).toBe(
      "json: cannot unmarshal number 1.5 into Go struct field ServicePort.spec.ports.targetPort of type int32",
    );
    expect(failure(service, port(true))).toBe(
      "json: cannot unmarshal bool into Go struct field ServicePort.spec.ports.targetPort of type int32",
    );
    expect(failure(service, port("http"))).toBe("");
  });
});

describe("Unknown fields", () => {
  it("are reported in document order and dropped", () => {
    const { value, unknown } = decodeStrict(deployment, {
      spec: { unknownSpec: 1, template: { spec: { containers: [{ bogus: true }] } } },
      metadata: { nope: 1 },
      extra: 2,
    });
    expect(unknown).toEqual([
      'unknown field "spec.unknownSpec"',
      'unknown field "spec.template.spec.containers[0].bogus"',
      'unknown field "metadata.nope"',
      'unknown field "extra"',
    ]);
    expect(JSON.stringify(value)).not.toMatch(/bogus|nope|extra|unknownSpec/);
  });

  it("include names with different case and binary-only names", () => {
    expect(decodeStrict(configMap, { metadata: { Name: "a" }, Data: {} }).unknown).toEqual([
      'unknown field "metadata.Name"',
      'unknown field "Data"',
    ]);
    expect(decodeStrict(pod, { spec: { volumes: [{ volumeSource: {} }] } }).unknown).toHaveLength(1);
  });

  it("are reported relative to a given path, up to one hundred", () => {
    expect(decodeStrict(configMap, { a: 1 }, { path: ["items", 2] }).unknown).toEqual(['unknown field "items[2].a"']);
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`f${i}`, 1]));
    expect(decodeStrict(configMap, many).unknown).toHaveLength(100);
  });

  it("are not reported inside a schema in a JSONSchemaPropsOrBool", () => {
    const withSchema = (s: unknown): unknown => ({ spec: { versions: [{ schema: { openAPIV3Schema: s } }] } });
    expect(decodeStrict(crd, withSchema({ properties: { a: { bogus: 1 } } })).unknown).toEqual([
      'unknown field "spec.versions[0].schema.openAPIV3Schema.properties.a.bogus"',
    ]);
    expect(decodeStrict(crd, withSchema({ additionalProperties: { bogus: 1 } })).unknown).toEqual([]);
    expect(failure(crd, withSchema({ additionalProperties: 5 }))).toBe("boolean or JSON schema expected");
  });
});

describe("Canonical value", () => {
  it("has the declared order, no empty values, and all structs that are always written", () => {
    expect(
      JSON.stringify(canonical(pod, { spec: { containers: null }, metadata: { labels: {}, name: "a" }, kind: "Pod" })),
    ).toBe('{"kind":"Pod","metadata":{"name":"a","creationTimestamp":null},"spec":{"containers":null},"status":{}}');
  });

  it("keeps zero values of pointers and drops others", () => {
    expect(canonical(deployment, { spec: { replicas: 0, minReadySeconds: 0, paused: false } })).toMatchObject({
      spec: { replicas: 0 },
    });
    expect(Object.keys((canonical(deployment, { spec: { minReadySeconds: 0 } }) as { spec: object }).spec)).toEqual([
      "selector",
      "template",
      "strategy",
    ]);
  });

  it("sorts maps and normalizes quantities, times and base64", () => {
    const value = canonical(pod, {
      metadata: { labels: { b: "1", a: null }, creationTimestamp: "2024-05-01T12:00:00.5+02:00" },
      spec: { containers: [{ name: "c", resources: { limits: { memory: "1024Mi", cpu: 0.5 } } }] },
    }) as { metadata: { labels: object; creationTimestamp: string }; spec: { containers: { resources: object }[] } };
    expect(JSON.stringify(value.metadata.labels)).toBe('{"a":"","b":"1"}');
    expect(value.metadata.creationTimestamp).toBe("2024-05-01T10:00:00Z");
    expect(value.spec.containers[0]?.resources).toEqual({ limits: { cpu: "500m", memory: "1Gi" } });
    expect(canonical(secret, { data: { a: "YQ==\n" } })).toMatchObject({ data: { a: "YQ==" } });
  });

  it("keeps empty lists only for fields that are always written, until stored", () => {
    const role = schema.definition("api.rbac.v1.Role");
    expect(canonical(role, { rules: [{ verbs: [], resources: [] }] })).toEqual({
      metadata: { creationTimestamp: null },
      rules: [{ verbs: [] }],
    });
    expect(canonical(role, { rules: [] })).toMatchObject({ rules: [] });
    expect(canonical(role, {})).toMatchObject({ rules: null });
  });

  it("is idempotent", () => {
    const once = canonical(pod, { spec: { containers: [{ name: "a", ports: [{ containerPort: 80 }] }] } });
    expect(JSON.stringify(canonical(pod, once))).toBe(JSON.stringify(once));
  });

  it("does not modify its argument", () => {
    const input = { spec: { containers: [{ name: "a", unknown: 1 }] } };
    const before = JSON.stringify(input);
    decodeStrict(pod, input);
    expect(JSON.stringify(input)).toBe(before);
  });
});
