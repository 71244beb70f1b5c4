import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce, finished } from "../../../../shared/steps.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { fakeContext } from "../testing/fakeContext.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { deviceClassStrategy } from "./deviceClassStrategy.ts";
import {
  resourceClaimStatusStrategy,
  resourceClaimStrategy,
  resourceClaimTemplateStrategy,
} from "./resourceClaimStrategy.ts";
import { resourceSliceStrategy } from "./resourceSliceStrategy.ts";

const texts = (errors: readonly { field: string; message: string }[] = []): string[] =>
  errors.map(({ field, message }) => `${field}: ${message}`);
const create = (strategy: Strategy, object: ApiObject): string[] =>
  texts(strategyErrors(strategy, fakeContext(), object));
const update = (strategy: Strategy, object: ApiObject, old: ApiObject): string[] =>
  texts(strategyErrors(strategy, fakeContext(), object, old));

const prepareStatus = (...args: Parameters<NonNullable<Strategy["prepareForUpdate"]>>): void =>
  atOnce(finished(resourceClaimStatusStrategy.prepareForUpdate?.(...args)));

const request = { name: "r", deviceClassName: "c", allocationMode: "ExactCount", count: 1 };
const claim = (devices: object, status: object = {}): ApiObject => ({
  metadata: { name: "x" },
  spec: { devices },
  status,
});

const labelValueRule =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

describe("ResourceClaim", () => {
  test.each<[object, string[]]>([
    [{ requests: [request] }, []],
    [{ requests: [{ ...request, deviceClassName: "" }] }, ["spec.devices.requests[0].deviceClassName: Required value"]],
    [
      { requests: [{ ...request, count: 0 }] },
      ["spec.devices.requests[0].count: Invalid value: 0: must be greater than zero"],
    ],
    [
      { requests: [{ ...request, allocationMode: "Some" }] },
      ['spec.devices.requests[0].allocationMode: Unsupported value: "Some": supported values: "All", "ExactCount"'],
    ],
    [{ requests: [request, request] }, ['spec.devices.requests[1].name: Duplicate value: "r"']],
    [{ requests: [{ ...request, selectors: [{}] }] }, ["spec.devices.requests[0].selectors[0].cel: Required value"]],
    [
      { requests: [request], constraints: [{ requests: ["q"], matchAttribute: "gpu.example.com/model" }] },
      ['spec.devices.constraints[0].requests[0]: Invalid value: "q": must be the name of a request in the claim'],
    ],
    [
      { requests: [request], config: [{ opaque: { driver: "d", parameters: [1] } }] },
      [
        'spec.devices.config[0].opaque.parameters: Invalid value: "<value omitted>": parameters must be a valid JSON object',
      ],
    ],
    [
      { requests: Array.from({ length: 33 }, (_, i) => ({ ...request, name: `r${i}` })) },
      ["spec.devices.requests: Too many: 33: must have at most 32 items"],
    ],
  ])("%j", (devices, expected) => {
    expect(create(resourceClaimStrategy, claim(devices))).toEqual(expected);
  });

  test("has an immutable spec", () => {
    const changed = { requests: [{ ...request, count: 2 }] };
    const shown =
      'Requests:[]resource.DeviceRequest{resource.DeviceRequest{Name:"r", DeviceClassName:"c", Selectors:[]resource.DeviceSelector(nil), AllocationMode:"ExactCount", Count:2, AdminAccess:(*bool)(nil)}}, Constraints:[]resource.DeviceConstraint(nil), Config:[]resource.DeviceClaimConfiguration(nil)';
    expect(update(resourceClaimStrategy, claim(changed), claim({ requests: [request] }))).toEqual([
      `spec: Invalid value: resource.ResourceClaimSpec{Devices:resource.DeviceClaim{${shown}}}: field is immutable`,
    ]);
  });

  test("is created from templates whose metadata contains only labels and annotations", () => {
    const template = (metadata: object): ApiObject => ({
      metadata: { name: "t" },
      spec: { metadata, spec: { devices: {} } },
    });
    expect(create(resourceClaimTemplateStrategy, template({ labels: { a: "b" } }))).toEqual([]);
    expect(create(resourceClaimTemplateStrategy, template({ name: "n" }))).toEqual([
      "spec.metadata.name: Forbidden: cannot be set",
    ]);
    expect(update(resourceClaimTemplateStrategy, template({ labels: { a: "b" } }), template({}))[0]).toMatch(
      /^spec: Invalid value: resource.ResourceClaimTemplateSpec\{ObjectMeta:v1.ObjectMeta\{Name:"".*, Labels:map\[string\]string\{"a":"b"\}.*\}, Spec:resource.ResourceClaimSpec\{Devices:.*: field is immutable$/,
    );
  });

  test("allows adminAccess only behind its feature gate", () => {
    const object = claim({ requests: [{ ...request, adminAccess: true }] });
    resourceClaimStrategy.prepareForCreate?.(fakeContext({ features: { enabled: () => true } }), object);
    expect(object["spec"]).toEqual({ devices: { requests: [{ ...request, adminAccess: true }] } });
    resourceClaimStrategy.prepareForCreate?.(fakeContext(), object);
    expect(object["spec"]).toEqual({ devices: { requests: [request] } });
  });
});

describe("ResourceClaim status", () => {
  const asked = { requests: [request] };
  const device = { driver: "gpu.example.com", pool: "p", device: "gpu-0" };
  const allocation = { devices: { results: [{ request: "r", ...device }] } };
  const consumer = { resource: "pods", name: "p", uid: "1" };
  const check = (status: object, before: object = {}) =>
    update(resourceClaimStatusStrategy, claim(asked, status), claim(asked, before));

  test.each<[object, object, string[]]>([
    [{ allocation, reservedFor: [consumer] }, {}, []],
    [
      { reservedFor: [consumer] },
      {},
      ["status.reservedFor: Forbidden: may not be specified when `allocated` is not set"],
    ],
    [{ allocation, reservedFor: [{ ...consumer, uid: "" }] }, {}, ["status.reservedFor[0].uid: Required value"]],
    [
      {
        allocation: {
          ...allocation,
          nodeSelector: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "NotIn", values: ["b_"] }] }],
          },
        },
      },
      {},
      [
        `status.allocation.nodeSelector.nodeSelectorTerms[0].matchExpressions[0].values[0]: Invalid value: "b_": ${labelValueRule}`,
      ],
    ],
    [
      { allocation, devices: [{ ...device, device: "gpu-1" }] },
      {},
      ["status.devices[0]: Invalid value: gpu.example.com/p/gpu-1: must be an allocated device in the claim"],
    ],
    [
      { allocation, devices: [device, device] },
      {},
      ["status.devices[1].deviceID: Duplicate value: gpu.example.com/p/gpu-0"],
    ],
    [
      { allocation, devices: [{ ...device, networkData: { ips: ["10.0.0.01/8"] } }] },
      {},
      ['status.devices[0].networkData.ips[0]: Invalid value: "10.0.0.01/8": must be in canonical form (10.0.0.1/8)'],
    ],
    [
      {
        allocation: {
          devices: {
            ...allocation.devices,
            config: [{ source: "Elsewhere", opaque: { driver: "d", parameters: {} } }],
          },
        },
      },
      {},
      [
        'status.allocation.devices.config[0].source: Unsupported value: "Elsewhere": supported values: "FromClaim", "FromClass"',
      ],
    ],
  ])("%j after %j", (status, before, expected) => {
    expect(check(status, before)).toEqual(expected);
  });

  test("the allocation is immutable", () => {
    const other = { devices: { results: [{ request: "r", ...device, device: "gpu-1" }] } };
    const results =
      '[]resource.DeviceRequestAllocationResult{resource.DeviceRequestAllocationResult{Request:"r", Driver:"gpu.example.com", Pool:"p", Device:"gpu-1", AdminAccess:(*bool)(nil)}}';
    const devices = `resource.DeviceAllocationResult{Results:${results}, Config:[]resource.DeviceAllocationConfiguration(nil)}`;
    expect(check({ allocation: other }, { allocation })).toEqual([
      `status.allocation: Invalid value: resource.AllocationResult{Devices:${devices}, NodeSelector:(*core.NodeSelector)(nil)}: field is immutable`,
    ]);
    expect(check({}, { allocation })).toEqual([]);
  });

  test("device status is dropped unless its feature gate is enabled", () => {
    const object = claim(asked, { allocation, devices: [device] });
    prepareStatus(fakeContext(), object, claim(asked));
    expect(object["status"]).not.toHaveProperty("devices");
  });

  test("device status is removed with deallocated devices", () => {
    const features = { enabled: () => true };
    const other = { ...device, device: "gpu-1" };
    const both = {
      devices: {
        results: [
          { request: "r", ...device },
          { request: "r", ...other },
        ],
      },
    };
    const before = claim(asked, { allocation: both, devices: [device, other] });
    const one = claim(asked, { allocation, devices: [device, other] });
    prepareStatus(fakeContext({ features }), one, before);
    expect(one["status"]).toEqual({ allocation, devices: [device] });
    const none = claim(asked, { devices: [device, other] });
    prepareStatus(fakeContext({ features }), none, before);
    expect(none["status"]).toEqual({});
  });
});

describe("ResourceSlice", () => {
  const slice = (spec: object): ApiObject => ({
    metadata: { name: "s" },
    spec: { driver: "d.example.com", pool: { name: "p", resourceSliceCount: 1 }, nodeName: "n", devices: [], ...spec },
  });
  const withDevice = (basic: object | undefined): ApiObject => slice({ devices: [{ name: "d", basic }] });
  const at = "spec.devices[0].basic";

  test.each<[ApiObject, string[]]>([
    [slice({}), []],
    [
      slice({ nodeName: "" }),
      ["spec: Required value: exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required"],
    ],
    [
      slice({ allNodes: true }),
      [
        'spec: Invalid value: "{`nodeName`, `allNodes`}": exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required, but multiple fields are set',
      ],
    ],
    [
      slice({
        nodeName: "",
        nodeSelector: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: "zone", operator: "In", values: ["a"] }] },
            { matchFields: [{ key: "metadata.name", operator: "In", values: ["n"] }] },
          ],
        },
      }),
      [
        "spec.nodeSelector.nodeSelectorTerms: Invalid value: []core.NodeSelectorTerm{" +
          'core.NodeSelectorTerm{MatchExpressions:[]core.NodeSelectorRequirement{core.NodeSelectorRequirement{Key:"zone", Operator:"In", Values:[]string{"a"}}}, MatchFields:[]core.NodeSelectorRequirement(nil)}, ' +
          'core.NodeSelectorTerm{MatchExpressions:[]core.NodeSelectorRequirement(nil), MatchFields:[]core.NodeSelectorRequirement{core.NodeSelectorRequirement{Key:"metadata.name", Operator:"In", Values:[]string{"n"}}}}' +
          "}: must have exactly one node selector term",
      ],
    ],
    [
      slice({
        nodeName: "",
        nodeSelector: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "In", values: ["a", "-b"] }] }],
        },
      }),
      [`spec.nodeSelector.nodeSelectorTerms[0].matchExpressions[0].values[1]: Invalid value: "-b": ${labelValueRule}`],
    ],
    [slice({ pool: { name: "", resourceSliceCount: 1 } }), ["spec.pool.name: Required value"]],
    [
      slice({ pool: { name: "p", resourceSliceCount: 0 } }),
      ["spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero"],
    ],
    [withDevice(undefined), [`${at}: Required value`]],
    [
      withDevice({ attributes: { a: {} } }),
      [`${at}.attributes[a]: Required value: exactly one value must be specified`],
    ],
    [
      withDevice({ attributes: { a: { int: 1, string: "x" } } }),
      [
        `${at}.attributes[a]: Invalid value: resource.DeviceAttribute{IntValue:(*int64)(0xc000000000), BoolValue:(*bool)(nil), StringValue:(*string)(0xc000000000), VersionValue:(*string)(nil)}: exactly one value must be specified`,
      ],
    ],
    [
      withDevice({ attributes: { "e.com/a": { version: "1" } } }),
      [`${at}.attributes[e.com/a].version: Invalid value: "1": must be a string compatible with semver.org spec 2.0.0`],
    ],
    [
      withDevice({ capacity: { "a-b": "1" } }),
      [
        `${at}.capacity[a-b]: Invalid value: "a-b": a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')`,
      ],
    ],
    [
      withDevice({ capacity: Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`c${i}`, "1"])) }),
      [`${at}: Invalid value: 33: the total number of attributes and capacities must not exceed 32`],
    ],
  ])("%#", (object, expected) => {
    expect(create(resourceSliceStrategy, object)).toEqual(expected);
  });

  test("has an immutable node name and driver", () => {
    expect(update(resourceSliceStrategy, slice({ nodeName: "m", driver: "e.example.com" }), slice({}))).toEqual([
      'spec.driver: Invalid value: "e.example.com": field is immutable',
      'spec.nodeName: Invalid value: "m": field is immutable',
    ]);
  });
});

describe("Device selectors", () => {
  const selecting = (...expressions: string[]) => expressions.map((expression) => ({ cel: { expression } }));
  const deviceClass = (...expressions: string[]): ApiObject => ({
    metadata: { name: "x" },
    spec: { selectors: selecting(...expressions) },
  });
  const nested = (depth: number): string =>
    depth === 0 ? "true" : `device.attributes.all(k${depth}, ${nested(depth - 1)})`;

  test.each([
    "true",
    'device.driver == "gpu.example.com"',
    'device.attributes["gpu.example.com"].healthy',
    'device.attributes["gpu.example.com"].model.startsWith("a") && device.attributes["x"].services.matches("[a-z]+")',
    'device.attributes["gpu.example.com"].version.isGreaterThan(semver("1.2.3"))',
    'semver("1.2.3").major() == 1 && isSemver("1.2.3")',
    'device.capacity["gpu.example.com"].memory.compareTo(quantity("10Gi")) >= 0',
    'device.capacity["gpu.example.com"].memory == quantity("10Gi")',
    'cel.bind(gpu, device.attributes["gpu.example.com"], gpu.healthy && gpu.fast)',
    '"gpu.example.com" in device.attributes && has(device.attributes["gpu.example.com"].model)',
    nested(2),
  ])("%s", (expression) => {
    expect(create(deviceClassStrategy, deviceClass(expression))).toEqual([]);
  });

  test.each<[string, string]>([
    ["", 'Invalid value: "": compilation failed: ERROR: <input>:1:1: '],
    [
      "nodevice",
      "Invalid value: \"nodevice\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'nodevice'",
    ],
    [
      "device.name == 'x'",
      "Invalid value: \"device.name == 'x'\": compilation failed: ERROR: <input>:1:7: undefined field",
    ],
    ["1", 'Invalid value: "1": must evaluate to bool or the unknown type, not int'],
    ["[1]", 'Invalid value: "[1]": must evaluate to bool or the unknown type, not list(int)'],
    [nested(6), "Forbidden: too complex, exceeds cost limit"],
  ])("rejects %s", (expression, detail) => {
    const [found = "", ...more] = create(deviceClassStrategy, deviceClass("true", expression));
    expect(found.slice(0, found.indexOf(":") + 2 + detail.length)).toBe(`spec.selectors[1].cel.expression: ${detail}`);
    expect(more).toEqual([]);
  });

  test("tolerate existing invalid expressions if a class keeps all of them", () => {
    expect(update(deviceClassStrategy, deviceClass("1"), deviceClass("1"))).toEqual([]);
    expect(update(deviceClassStrategy, deviceClass("1", "true"), deviceClass("true", "1"))).toEqual([
      'spec.selectors[0].cel.expression: Invalid value: "1": must evaluate to bool or the unknown type, not int',
    ]);
  });

  test("are also validated in claims and templates", () => {
    const devices = { requests: [{ ...request, selectors: selecting("1") }] };
    const template = { metadata: { name: "x" }, spec: { spec: { devices } } };
    const detail = 'Invalid value: "1": must evaluate to bool or the unknown type, not int';
    const at = "devices.requests[0].selectors[0].cel.expression";
    expect(create(resourceClaimStrategy, claim(devices))).toEqual([`spec.${at}: ${detail}`]);
    expect(update(resourceClaimStrategy, claim(devices), claim(devices))).toEqual([]);
    expect(create(resourceClaimTemplateStrategy, template)).toEqual([`spec.spec.${at}: ${detail}`]);
    expect(update(resourceClaimTemplateStrategy, template, template)).toEqual([]);
    const before = claim({ requests: [{ ...request, selectors: selecting("true") }] });
    expect(update(resourceClaimStrategy, claim(devices), before)).toEqual([
      expect.stringMatching(/^spec: Invalid value: .*: field is immutable$/),
      `spec.${at}: ${detail}`,
    ]);
  });
});
