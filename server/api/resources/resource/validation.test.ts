import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { fakeContext } from "../testing/fakeContext.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { resourceClaimStatusStrategy, resourceClaimStrategy } from "./resourceClaimStrategy.ts";
import { resourceSliceStrategy } from "./resourceSliceStrategy.ts";

const texts = (errors: readonly { field: string; message: string }[] = []): string[] =>
  errors.map(({ field, message }) => `${field}: ${message}`);
const create = (strategy: Strategy, object: ApiObject): string[] =>
  texts(strategyErrors(strategy, fakeContext(), object));
const update = (strategy: Strategy, object: ApiObject, old: ApiObject): string[] =>
  texts(strategyErrors(strategy, fakeContext(), object, old));

const request = { name: "r", deviceClassName: "c", allocationMode: "ExactCount", count: 1 };
const claim = (devices: object, status: object = {}): ApiObject => ({
  metadata: { name: "x" },
  spec: { devices },
  status,
});

describe("claims", () => {
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

  test("never change what they ask for", () => {
    const changed = { requests: [{ ...request, count: 2 }] };
    expect(update(resourceClaimStrategy, claim(changed), claim({ requests: [request] }))[0]).toMatch(
      /^spec: Invalid value: .*: field is immutable$/,
    );
  });

  test("ask for administration only behind its gate", () => {
    const object = claim({ requests: [{ ...request, adminAccess: true }] });
    resourceClaimStrategy.prepareForCreate?.(fakeContext({ features: { enabled: () => true } }), object);
    expect(object["spec"]).toEqual({ devices: { requests: [{ ...request, adminAccess: true }] } });
    resourceClaimStrategy.prepareForCreate?.(fakeContext(), object);
    expect(object["spec"]).toEqual({ devices: { requests: [request] } });
  });
});

describe("what becomes of claims", () => {
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
      { allocation, devices: [{ ...device, device: "gpu-1" }] },
      {},
      ['status.devices[0]: Invalid value: "gpu.example.com/p/gpu-1": must be an allocated device in the claim'],
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

  test("an allocation is made once", () => {
    const other = { devices: { results: [{ request: "r", ...device, device: "gpu-1" }] } };
    expect(check({ allocation: other }, { allocation })[0]).toMatch(/^status.allocation: .*field is immutable$/);
    expect(check({}, { allocation })).toEqual([]);
  });

  test("devices are reported on only behind their gate", () => {
    const object = claim(asked, { allocation, devices: [device] });
    resourceClaimStatusStrategy.prepareForUpdate?.(fakeContext(), object, claim(asked));
    expect(object["status"]).not.toHaveProperty("devices");
  });
});

describe("slices", () => {
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

  test("stay on their node and with their driver", () => {
    expect(update(resourceSliceStrategy, slice({ nodeName: "m", driver: "e.example.com" }), slice({}))).toEqual([
      'spec.driver: Invalid value: "e.example.com": field is immutable',
      'spec.nodeName: Invalid value: "m": field is immutable',
    ]);
  });
});
