import { describe, expect, it } from "vitest";
import { atOnce } from "../../../../../../shared/steps.ts";
import { recordExplicitEmpties } from "../../../../../ground/formats/explicitEmpties.ts";
import { container, pod, testContext, texts } from "../../../testing/objects.ts";
import { validatePodSpec } from "../podSpec.ts";

type Spec = Parameters<typeof validatePodSpec>[0];
const ofPod = (spec: object): string[] =>
  texts(atOnce(validatePodSpec(pod(spec)["spec"] as Spec, "spec", testContext(), { name: "p" })));
/** Errors of a pod whose only container has the given additional members. */
const of = (members: object, spec: object = {}): string[] => ofPod({ containers: [container(members)], ...spec });
const at = (text: string): string => `spec.containers[0].${text}`;

describe("Environment variable from a pod field", () => {
  const reference = (fieldPath: string): string[] =>
    of({ env: [{ name: "A", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath } } }] });
  const path = at("env[0].valueFrom.fieldRef.fieldPath");
  it("may reference spec.host", () => expect(reference("spec.host")).toEqual([]));
  it("is parsed up to its first subscript", () => {
    expect(reference("metadata.labels['a']")).toEqual([]);
    expect(reference("spec['a['b']")).toEqual([
      `${path}: Invalid value: "spec['a['b']": error converting fieldPath: field label does not support subscript: spec['a['b']`,
    ]);
    expect(reference("['a']")).toEqual([
      `${path}: Invalid value: "['a']": error converting fieldPath: field label not supported: ['a']`,
    ]);
  });
});

describe("Environment variable from a container resource", () => {
  const divided = (resource: string, divisor: string): string[] =>
    of({ env: [{ name: "A", valueFrom: { resourceFieldRef: { resource, divisor } } }] });
  it("requires a supported divisor", () => {
    for (const [resource, divisor] of [
      ["limits.cpu", "0.001"],
      ["limits.memory", "1000"],
      ["requests.memory", "1024Ki"],
      ["limits.memory", "0"],
    ] as const) {
      expect(divided(resource, divisor)).toEqual([]);
    }
    for (const divisor of ["1024", "1e3", "2Ki"]) {
      expect(divided("limits.memory", divisor)).toEqual([
        at(
          'env[0].valueFrom.resourceFieldRef.divisor: Invalid value: "limits.memory": only divisor\'s values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the memory resource',
        ),
      ]);
    }
  });
});

describe("Volume mounts and devices", () => {
  it("conflict with the last mount path of each volume", () => {
    const volumes = [
      { name: "v", emptyDir: {} },
      { name: "d", persistentVolumeClaim: { claimName: "c" } },
    ];
    const mounts = (...paths: string[]): object[] => paths.map((mountPath) => ({ name: "v", mountPath }));
    const volumeDevices = [{ name: "d", devicePath: "/a" }];
    expect(of({ volumeMounts: mounts("/a", "/b"), volumeDevices }, { volumes })).toEqual([
      at('volumeMounts[0].mountPath: Invalid value: "/a": must not already exist as a path in volumeDevices'),
    ]);
    expect(of({ volumeMounts: mounts("/b", "/a"), volumeDevices }, { volumes })).toHaveLength(2);
  });
});

describe("Huge pages", () => {
  it("are validated after the limits", () =>
    expect(of({ resources: { requests: { cpu: "1", "hugepages-2Mi": "3Mi" } } })).toEqual([
      at("resources.limits: Required value: Limit must be set for non overcommitable resources"),
      at(
        'resources.requests[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi',
      ),
    ]));
});

describe("Resize policy", () => {
  const policy = (resourceName: string, restartPolicy: string): object => ({ resourceName, restartPolicy });
  it("rejects duplicate resources", () => {
    expect(of({ resizePolicy: [policy("cpu", "NotRequired"), policy("memory", "RestartContainer")] })).toEqual([]);
    expect(of({ resizePolicy: [policy("cpu", "NotRequired"), policy("cpu", "Never"), policy("pods", "")] })).toEqual([
      at('resizePolicy[1]: Duplicate value: "cpu"'),
      at('resizePolicy: Unsupported value: "Never": supported values: "NotRequired", "RestartContainer"'),
      at('resizePolicy: Unsupported value: "pods": supported values: "cpu", "memory"'),
      at("resizePolicy: Required value"),
    ]);
  });
  it("rejects RestartContainer if restartPolicy is Never, and any policy for init containers", () => {
    const restarting = [policy("cpu", "RestartContainer")];
    expect(of({ resizePolicy: restarting }, { restartPolicy: "Never" })).toEqual([
      at("resizePolicy: Invalid value: \"RestartContainer\": must be 'NotRequired' when `restartPolicy` is 'Never'"),
    ]);
    expect(ofPod({ initContainers: [container({ name: "first", resizePolicy: restarting })] })).toEqual([
      'spec.initContainers[0].resizePolicy: Invalid value: []core.ContainerResizePolicy{core.ContainerResizePolicy{ResourceName:"cpu", RestartPolicy:"RestartContainer"}}: must not be set for init containers',
    ]);
  });
});

describe("Ephemeral container", () => {
  it("rejects lifecycle and probes, even if empty, but accepts empty resources", () => {
    const debug = { ...container({ name: "debug" }), resources: {}, lifecycle: {}, livenessProbe: {} };
    const texts = ofPod({ ephemeralContainers: [debug] });
    expect(texts.filter((text) => text.includes("Forbidden"))).toEqual([
      "spec.ephemeralContainers[0].livenessProbe: Forbidden: cannot be set for an Ephemeral Container",
      "spec.ephemeralContainers[0].lifecycle: Forbidden: cannot be set for an Ephemeral Container",
    ]);
  });
  it.each([
    ["ports", (debug: object) => recordExplicitEmpties(debug, ["ports"])],
    [
      "resources",
      (debug: { resources?: object }) => {
        debug.resources = {};
        recordExplicitEmpties(debug.resources, ["limits"]);
      },
    ],
  ])("rejects %s, even if empty", (field, state) => {
    const { resources: _, ...debug } = container({ name: "debug" });
    expect(ofPod({ ephemeralContainers: [debug] })).toEqual([]);
    state(debug);
    expect(ofPod({ ephemeralContainers: [debug] })).toEqual([
      `spec.ephemeralContainers[0].${field}: Forbidden: cannot be set for an Ephemeral Container`,
    ]);
  });
});

describe("Metadata of a claim template", () => {
  it("accepts only labels and annotations", () => {
    const metadata = {
      labels: { a: "b" },
      uid: "x",
      creationTimestamp: "2026-01-01T00:00:00Z",
      name: "n",
      generation: 0,
    };
    recordExplicitEmpties(metadata, ["finalizers"]);
    const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
    const path = "spec.volumes[0].ephemeral.volumeClaimTemplate.metadata";
    expect(ofPod({ volumes: [{ name: "v", ephemeral: { volumeClaimTemplate: { metadata, spec } } }] })).toEqual([
      `${path}.name: Forbidden: cannot be set`,
      `${path}.uID: Forbidden: cannot be set`,
      `${path}.creationTimestamp: Forbidden: cannot be set`,
      `${path}.finalizers: Forbidden: cannot be set`,
    ]);
  });
});
