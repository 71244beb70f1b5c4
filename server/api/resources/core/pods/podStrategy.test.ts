import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import { atOnce } from "../../../../../shared/steps.ts";
import { container, pod, testContext, texts } from "../../testing/objects.ts";
import { strategyErrors } from "../../testing/strategyErrors.ts";
import { ephemeralContainersStrategy } from "./podEphemeralContainers.ts";
import { qosClass } from "./podQos.ts";
import { podStatusStrategy, podStrategy } from "./podStrategy.ts";

const context = testContext();
const refusals = (object: ApiObject): string[] => texts(strategyErrors(podStrategy, context, object));
const changes = (spec: object, old: object = {}): string[] =>
  texts(strategyErrors(podStrategy, context, pod(spec), pod(old)));

describe("New pods", () => {
  it("start as Pending, whatever status the client sends", () => {
    const object = { ...pod(), status: { phase: "Running" } };
    podStrategy.prepareForCreate?.(context, object);
    expect(object.status).toEqual({ phase: "Pending", qosClass: "BestEffort" });
    expect(refusals(object)).toEqual([]);
  });

  it("keep a QoS class sent by the client", () => {
    const object = { ...pod(), status: { phase: "Running", qosClass: "Guaranteed" } };
    podStrategy.prepareForCreate?.(context, object);
    expect(object.status).toEqual({ phase: "Pending", qosClass: "Guaranteed" });
  });

  it("with scheduling gates get the SchedulingGated condition", () => {
    const object = pod({ schedulingGates: [{ name: "example.com/hold" }] });
    podStrategy.prepareForCreate?.(context, object);
    expect(object["status"]).toMatchObject({
      conditions: [
        { type: "PodScheduled", reason: "SchedulingGated", lastTransitionTime: expect.stringMatching(/Z$/) as string },
      ],
    });
  });

  it.each([
    [{ hostname: "A" }, /^spec\.hostname: Invalid value: "A": a lowercase RFC 1123 label/],
    [
      { activeDeadlineSeconds: 0 },
      /^spec\.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive$/,
    ],
    [{ dnsPolicy: "None" }, /^spec\.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None$/],
    [
      { tolerations: [{ operator: "Equal", value: "x" }] },
      /^spec\.tolerations\[0\]\.operator: Invalid value: "Equal": operator must be Exists/,
    ],
    [
      { tolerations: [{ key: "a", effect: "Later" }] },
      /^spec\.tolerations\[0\]\.effect: Unsupported value: "Later": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"$/,
    ],
    [{ nodeSelector: { "a b": "x" } }, /^spec\.nodeSelector: Invalid value: "a b": name part/],
    [{ volumes: [{ name: "v" }] }, /^spec\.volumes\[0\]: Required value: must specify a volume type$/],
    [
      { volumes: [{ name: "v", emptyDir: {}, hostPath: { path: "/x" } }] },
      /^spec\.volumes\[0\]\.hostPath: Forbidden: may not specify more than 1 volume type$/,
    ],
    [
      { volumes: [{ name: "v", secret: { secretName: "s", defaultMode: 4096 } }] },
      /defaultMode: Invalid value: 4096: must be a number between 0 and 0777/,
    ],
    [{ hostAliases: [{ ip: "x" }] }, /^spec\.hostAliases\[0\]\.ip: Invalid value: "x": must be a valid IP address/],
    [
      { topologySpreadConstraints: [{ maxSkew: 0, topologyKey: "z", whenUnsatisfiable: "DoNotSchedule" }] },
      /maxSkew: Invalid value: 0: must be greater than zero/,
    ],
    [
      { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } } },
      /nodeSelectorTerms: Required value: must have at least one node selector term/,
    ],
    [
      {
        affinity: {
          podAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 0, podAffinityTerm: { topologyKey: "a" } }],
          },
        },
      },
      /weight: Invalid value: 0: must be in the range 1-100/,
    ],
    [
      { securityContext: { runAsUser: -1 } },
      /^spec\.securityContext\.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive$/,
    ],
    [{ initContainers: [container({ name: "main" })] }, /^spec\.initContainers\[0\]\.name: Duplicate value: "main"$/],
    [
      { initContainers: [container({ name: "i", livenessProbe: { exec: { command: ["x"] } } })] },
      /may not be set for init containers without restartPolicy=Always/,
    ],
    [
      { ephemeralContainers: [container({ name: "e" })] },
      /^spec\.ephemeralContainers: Forbidden: cannot be set on create$/,
    ],
  ])("are rejected: %j", (spec, message) => {
    expect(refusals(pod(spec))).toHaveLength(1);
    expect(refusals(pod(spec))[0]).toMatch(message);
  });

  it.each([
    [
      { ports: [{ containerPort: 80, protocol: "ICMP" }] },
      /ports\[0\]\.protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"$/,
    ],
    [{ env: [{ name: "A", valueFrom: {} }] }, /env\[0\]\.valueFrom: Invalid value: "": must specify one of/],
    [
      { env: [{ name: "A", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "spec.x" } } }] },
      /error converting fieldPath: field label not supported: spec\.x$/,
    ],
    [
      { env: [{ name: "A", value: "x", valueFrom: { secretKeyRef: { name: "s", key: "k" } } }] },
      /may not be specified when `value` is not empty$/,
    ],
    [{ envFrom: [{}] }, /envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`$/],
    [{ resources: { limits: { gold: "1" } } }, /limits\[gold\]: Invalid value: gold: must be a standard resource/],
    [
      { resources: { limits: { "hugepages-2Mi": "2Mi" }, requests: { "hugepages-2Mi": "2Mi" } } },
      /resources: Forbidden: HugePages require cpu or memory$/,
    ],
    [
      { resources: { requests: { "example.com/gpu": "1" } } },
      /limits: Required value: Limit must be set for non overcommitable resources$/,
    ],
    [{ livenessProbe: { exec: { command: [] } } }, /livenessProbe\.exec\.command: Required value$/],
    [
      { readinessProbe: { tcpSocket: { port: 80 }, terminationGracePeriodSeconds: 3 } },
      /must not be set for readinessProbes$/,
    ],
    [
      { securityContext: { allowPrivilegeEscalation: false, privileged: true } },
      /cannot set `allowPrivilegeEscalation` to false and `privileged` to true$/,
    ],
    [{ image: " x" }, /image: Invalid value: " x": must not have leading or trailing whitespace$/],
  ])("are rejected for a container: %j", (more, message) => {
    const found = refusals(pod({ containers: [container(more)] }));
    expect(found.some((text) => message.test(text))).toBe(true);
  });
});

describe("Pod updates", () => {
  it("may change images, deadlines and add tolerations", () => {
    expect(changes({ containers: [container({ image: "other" })], activeDeadlineSeconds: 5 })).toEqual([]);
    expect(changes({ tolerations: [{ key: "a", operator: "Exists" }] })).toEqual([]);
  });

  it("may not change other fields", () => {
    const [text] = changes({ containers: [container({ command: ["x"] })] });
    expect(text).toMatch(
      /^spec: Forbidden: pod updates may not change fields other than `spec\.containers\[\*\]\.image`,`spec\.initContainers/,
    );
    expect(text).toContain('+ \t\t\tCommand: ["x"],');
    expect(changes({ containers: [container(), container({ name: "b" })] })).toEqual([
      "spec.containers: Forbidden: pod updates may not add or remove containers",
    ]);
    expect(changes({}, { activeDeadlineSeconds: 5 })).toEqual([
      'spec.activeDeadlineSeconds: Invalid value: "null": must not update from a positive integer to nil value',
    ]);
    expect(changes({ activeDeadlineSeconds: 9 }, { activeDeadlineSeconds: 5 })).toEqual([
      "spec.activeDeadlineSeconds: Invalid value: 9: must be less than or equal to previous value",
    ]);
    expect(changes({}, { tolerations: [{ key: "a", operator: "Exists" }] })).toEqual([
      "spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds",
    ]);
  });

  it("may remove scheduling gates", () => expect(changes({}, { schedulingGates: [{ name: "a" }] })).toEqual([]));
});

describe("Pod subresources", () => {
  it("status updates change only the status", () => {
    const old = { ...pod({ nodeName: "n" }), status: { phase: "Pending", qosClass: "Burstable" } };
    const object = { ...pod({ nodeName: "m" }), status: { phase: "Running" } };
    podStatusStrategy.prepareForUpdate?.(context, object, old);
    expect(object).toMatchObject({ spec: { nodeName: "n" } });
    expect(object.status).toEqual({ phase: "Running", qosClass: "Burstable" });
  });

  it("ephemeral containers can only be added", () => {
    const old = pod();
    const object = pod({ ephemeralContainers: [container({ name: "debug" })], nodeName: "x" }, { labels: { a: "b" } });
    const { metadata } = object;
    ephemeralContainersStrategy.prepareForUpdate?.(context, object, old);
    expect(object["spec"]).not.toHaveProperty("nodeName");
    expect(object.metadata).toBe(metadata);
    expect(metadata).not.toHaveProperty("labels");
    expect(strategyErrors(ephemeralContainersStrategy, context, object, old)).toEqual([]);
    const twice = pod(
      { ephemeralContainers: [container({ name: "debug" }), container({ name: "debug", image: "other" })] },
      object.metadata,
    );
    expect(texts(strategyErrors(ephemeralContainersStrategy, context, twice, object))).toEqual([
      'spec.ephemeralContainers[1].name: Duplicate value: "debug"',
      expect.stringMatching(
        /^spec\.ephemeralContainers: Forbidden: existing ephemeral containers "debug" may not be changed/,
      ),
    ]);
    expect(texts(strategyErrors(ephemeralContainersStrategy, context, old, object))).toEqual([
      'spec.ephemeralContainers: Forbidden: existing ephemeral containers "debug" may not be removed\n',
    ]);
  });
});

it("has a grace period only for running pods", () => {
  const grace = (spec: object, status: object, requested?: number): number | undefined =>
    podStrategy.gracefulDeletion?.(context, { ...pod(spec), status }, requested);
  expect(grace({}, {})).toBe(0);
  expect(grace({ nodeName: "n" }, { phase: "Running" })).toBe(30);
  expect(grace({ nodeName: "n" }, { phase: "Running" }, 5)).toBe(5);
  expect(grace({ nodeName: "n" }, { phase: "Running" }, -3)).toBe(1);
  expect(grace({ nodeName: "n" }, { phase: "Succeeded" })).toBe(0);
});

it("determines the QoS class", () => {
  const of = (...resources: object[]): string =>
    atOnce(qosClass({ containers: resources.map((r) => container({ resources: r })) } as never));
  const full = { cpu: "1", memory: "1Gi" };
  expect(of({})).toBe("BestEffort");
  expect(of({ limits: full, requests: full })).toBe("Guaranteed");
  expect(of({ limits: full, requests: full }, {})).toBe("Burstable");
  expect(of({ requests: full })).toBe("Burstable");
});
