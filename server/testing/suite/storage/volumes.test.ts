import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ApiPlace } from "../../conformance/apiPlace.ts";
import { condition } from "../../conformance/bodies.ts";
import { type ClusterUnderTest, readyNodes, startClusterUnderTest } from "../../conformance/clusterUnderTest.ts";
import { AGNHOST, BUSYBOX, ending, mountTest, outputOf, script } from "../../conformance/containerOutput.ts";
import { at } from "../../conformance/shape.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

const mounted = (text: string, volume: object, spec: object = {}, mount: object = {}) =>
  ending("v", script(text, { volumeMounts: [{ name: "v", mountPath: "/v", ...mount }] }), {
    volumes: [{ name: "v", ...volume }],
    ...spec,
  });
const told = (reason: string, text: string): Promise<unknown> =>
  place.become("v1/events", (events) =>
    events.some((event) => event["reason"] === reason && String(event["message"]).includes(text)),
  );

describe("[sig-storage] EmptyDir volumes when FSGroup is specified [LinuxOnly] [NodeFeature:FSGroup]", () => {
  const fsGroup = { securityContext: { fsGroup: 123 } };
  const asUser = { securityContext: { fsGroup: 123, runAsUser: 1001 } };

  test("new files should be created with FSGroup ownership when container is root, and non-root", async () => {
    const text = "touch /v/f; stat -c '%u %g' /v/f";
    expect(await outputOf(place, mounted(text, { emptyDir: {} }, fsGroup))).toBe("0 123\n");
    const other = { ...mounted(text, { emptyDir: { medium: "Memory" } }, asUser), metadata: { name: "w" } };
    expect(await outputOf(place, other)).toBe("1001 123\n");
  });

  test("volume on default medium and on tmpfs should have the correct mode using FSGroup", async () => {
    for (const [name, emptyDir] of [
      ["a", {}],
      ["b", { medium: "Memory" }],
    ] as const) {
      const pod = { ...mounted("stat -c '%A %g' /v", { emptyDir }, fsGroup), metadata: { name } };
      expect(await outputOf(place, pod)).toBe("drwxrwsrwx 123\n");
    }
  });
});

describe("[sig-storage] ConfigMap, Secret and Projected", () => {
  test("should be consumable from pods in volume as non-root with defaultMode and fsGroup set [LinuxOnly] [NodeFeature:FSGroup]", async () => {
    await place.create("v1/configmaps", { metadata: { name: "c" }, data: { k: "value-1" } });
    const spec = { securityContext: { runAsUser: 1000, fsGroup: 1001 } };
    const pod = mounted("cat /v/k; stat -L -c ' %a %g' /v/k", { configMap: { name: "c", defaultMode: 0o440 } }, spec);
    expect(await outputOf(place, pod)).toBe("value-1 440 1001\n");
  });

  test("should fail non-optional pod creation due to an object, or a key, that does not exist [Slow]", async () => {
    await place.create("v1/pods", mounted("true", { configMap: { name: "none" } }));
    await told("FailedMount", 'configmap "none" not found');
    await place.create("v1/secrets", { metadata: { name: "s" }, data: { k: "dg==" } });
    const keys = { secret: { secretName: "s", items: [{ key: "absent", path: "p" }] } };
    await place.create("v1/pods", { ...mounted("true", keys), metadata: { name: "w" } });
    await told("FailedMount", "references non-existent secret key: absent");
    expect(at(await place.get("v1/pods/w"), "status.phase")).toBe("Pending");
  });

  test("Ephemeralstorage When pod refers to non-existent ephemeral storage should allow deletion of pod with invalid volume", async () => {
    for (const [name, volume] of [
      ["configmap", { configMap: { name: "none" } }],
      ["secret", { secret: { secretName: "none" } }],
      ["projected", { projected: { sources: [{ secret: { name: "none" } }] } }],
    ] as const) {
      await place.create("v1/pods", { ...mounted("sleep 1000", volume), metadata: { name } });
      await place.becomes(`v1/pods/${name}`, {
        status: { containerStatuses: [{ state: { waiting: { reason: "ContainerCreating" } } }] },
      });
      await place.remove(`v1/pods/${name}`);
      await place.gone(`v1/pods/${name}`);
    }
  });
});

describe("[sig-storage] HostPath", () => {
  test("should support r/w, subPath, and give a volume the correct mode [NodeConformance]", async () => {
    const [node = ""] = await readyNodes(cluster.whole);
    const hostPath = { path: `/tmp/${place.namespace}`, type: "DirectoryOrCreate" };
    const spec = { nodeName: node, volumes: [{ name: "v", hostPath }] };
    const mounts = { volumeMounts: [{ name: "v", mountPath: "/v", subPath: "sub" }] };
    await outputOf(place, ending("writes", script("mkdir -p /v; echo shared > /v/f", mounts), spec));
    const reader = mountTest({ file_content: "/v/sub/f" }, { volumeMounts: [{ name: "v", mountPath: "/v" }] });
    expect(await outputOf(place, ending("reads", reader, spec))).toContain('content of file "/v/sub/f": shared');
  });

  test.each([
    ["Directory", "hostPath type check failed: /tmp/none is not a directory"],
    ["File", "hostPath type check failed: /tmp/none is not a file"],
    ["Socket", "hostPath type check failed: /tmp/none is not a socket file"],
    ["CharDevice", "hostPath type check failed: /tmp/none is not a character device"],
    ["BlockDevice", "hostPath type check failed: /tmp/none is not a block device"],
  ])("HostPathType Should fail on mounting non-existent path when HostPathType is %s", async (type, message) => {
    await place.create("v1/pods", mounted("true", { hostPath: { path: "/tmp/none", type } }));
    await told("FailedMount", message);
  });
});

describe("[sig-storage] PVC Protection", () => {
  const claim = () =>
    place.create("v1/persistentvolumeclaims", {
      metadata: { name: "c" },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Mi" } } },
    });
  const user = (name: string) => ({
    ...mounted("sleep 1000", { persistentVolumeClaim: { claimName: "c" } }),
    metadata: { name },
  });

  test("Verify immediate deletion of a PVC that is not in active use by a pod", async () => {
    await claim();
    await place.remove("v1/persistentvolumeclaims/c");
    await place.gone("v1/persistentvolumeclaims/c");
  });

  test("Verify that PVC in active use by a pod is not removed immediately, and that no other pod is scheduled that uses it", async () => {
    await claim();
    await place.create("v1/pods", user("first"));
    await place.becomes("v1/pods/first", { status: { phase: "Running" } });
    await place.remove("v1/persistentvolumeclaims/c");
    expect((await place.get("v1/persistentvolumeclaims/c")).metadata.deletionTimestamp).toBeDefined();
    await place.create("v1/pods", user("second"));
    await place.becomes("v1/pods/second", {
      status: {
        conditions: [
          {
            type: "PodScheduled",
            status: "False",
            message: (text: unknown) => String(text).includes('persistentvolumeclaim "c" is being deleted'),
          },
        ],
      },
    });
    await place.remove("v1/pods/first", { gracePeriodSeconds: 0 });
    await place.gone("v1/persistentvolumeclaims/c");
  });
});

test("[sig-storage] Generic ephemeral volumes have a claim of their own, that goes with the pod", async () => {
  const template = { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Mi" } } } };
  await place.create(
    "v1/pods",
    mounted("echo data > /v/f; sleep 1000", { ephemeral: { volumeClaimTemplate: template } }),
  );
  await place.becomes("v1/pods/v", { status: { phase: "Running" } });
  await place.becomes("v1/persistentvolumeclaims/v-v", { status: { phase: "Bound" } });
  await place.remove("v1/pods/v", { gracePeriodSeconds: 0 });
  await place.gone("v1/persistentvolumeclaims/v-v");
});

describe("[sig-node] Container Runtime blackbox test when running a container with a new image", () => {
  const pulls = (image: string, spec: object = {}) =>
    ending("p", { image, command: ["/bin/sh", "-c", "while true; do sleep 1; done"], imagePullPolicy: "Always" }, spec);

  test("should not be able to pull from private registry without secret, and be able to with secret [NodeConformance]", async () => {
    const image = "gcr.io/k8s-authenticated-test/agnhost:2.6";
    await place.create("v1/pods", pulls(image));
    await place.becomes("v1/pods/p", {
      status: { containerStatuses: [{ state: { waiting: { reason: "ErrImagePull" } } }] },
    });
    await place.remove("v1/pods/p", { gracePeriodSeconds: 0 });
    await place.gone("v1/pods/p");
    const auths = {
      "https://gcr.io": {
        auth: "X2pzb25fa2V5OmtleQ==",
        email: "image-pulling@authenticated-image-pulling.iam.gserviceaccount.com",
      },
    };
    const data = { ".dockerconfigjson": Buffer.from(JSON.stringify({ auths })).toString("base64") };
    await place.create("v1/secrets", { metadata: { name: "pull" }, type: "kubernetes.io/dockerconfigjson", data });
    await place.create("v1/pods", pulls(image, { imagePullSecrets: [{ name: "pull" }] }));
    await place.becomes("v1/pods/p", { status: { phase: "Running" } });
  });

  test("should not be able to pull image from invalid registry [NodeConformance]", async () => {
    await place.create("v1/pods", pulls("invalid.registry.k8s.io/invalid/alpine:3.1"));
    await place.becomes("v1/pods/p", {
      status: { containerStatuses: [{ state: { waiting: { reason: "ErrImagePull" } } }] },
    });
    await told("Failed", "invalid.registry.k8s.io");
  });
});

test("[sig-node] PodOSRejection [NodeConformance] Kubelet should reject pod when the node OS doesn't match pod's OS", async () => {
  const [node = ""] = await readyNodes(cluster.whole);
  await place.create("v1/pods", ending("w", { image: AGNHOST }, { os: { name: "windows" }, nodeName: node }));
  await place.becomes("v1/pods/w", { status: { phase: "Failed", reason: "PodOSNotSupported" } });
});

test("[sig-node] Pods Extended Pod Container lifecycle should never report success for a pending container, nor start after an init container failed", async () => {
  await place.create(
    "v1/pods",
    ending(
      "i",
      { image: BUSYBOX, command: ["true"] },
      { initContainers: [{ name: "fails", image: BUSYBOX, command: ["false"] }] },
    ),
  );
  const failed = await place.becomes("v1/pods/i", { status: { phase: "Failed" } });
  expect(at(failed, "status.containerStatuses.0.state")).toEqual({ waiting: { reason: "PodInitializing" } });
  expect(at(failed, "status.initContainerStatuses.0.state.terminated.exitCode")).toBe(1);
});

test("[sig-node] [NodeFeature:PodReadinessGate] Pods should support pod readiness gates", async () => {
  await place.create("v1/pods", {
    ...ending("g", { image: AGNHOST, args: ["pause"] }),
    spec: {
      ...ending("g", { image: AGNHOST, args: ["pause"] }).spec,
      readinessGates: [{ conditionType: "example.com/gate" }],
    },
  });
  await place.becomes("v1/pods/g", {
    status: { phase: "Running", conditions: [{ type: "Ready", status: "False", reason: "ReadinessGatesNotReady" }] },
  });
  const open = { status: { conditions: [{ type: "example.com/gate", status: "True" }] } };
  await place.patch("v1/pods/g/status", open, "strategic-merge");
  await place.becomes("v1/pods/g", { status: { conditions: [condition("Ready")] } });
});
