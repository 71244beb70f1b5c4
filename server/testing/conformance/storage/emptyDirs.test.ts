import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiPlace } from "../apiPlace.ts";
import { configMap, PAUSE, replicationController, template } from "../bodies.ts";
import { type ClusterUnderTest, readyNodes, startClusterUnderTest } from "../clusterUnderTest.ts";
import { AGNHOST, BUSYBOX, ending, mountTest, outputOf, script, shellOutput } from "../containerOutput.ts";
import { at } from "../shape.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

const PERMISSIONS = { "0644": "-rw-r--r--", "0666": "-rw-rw-rw-", "0777": "-rwxrwxrwx" } as const;

const SELINUX = { seLinuxOptions: { level: "s0" } };

interface Case {
  readonly user?: number;
  readonly mode: keyof typeof PERMISSIONS;
  readonly inMemory?: boolean;
}

/** Expects a pod to write a file into an empty volume, and to read it with its mode. */
async function supports({ user, mode, inMemory = false }: Case): Promise<void> {
  const file = "/test-volume/test-file";
  const container = mountTest(
    { fs_type: "/test-volume", [`new_file_${mode}`]: file, file_perm: file },
    { volumeMounts: [{ name: "scratch", mountPath: "/test-volume" }] },
  );
  const output = await outputOf(
    place,
    ending("writer", container, {
      volumes: [{ name: "scratch", emptyDir: inMemory ? { medium: "Memory" } : {} }],
      securityContext: { ...SELINUX, ...(user === undefined ? {} : { runAsUser: user }) },
    }),
  );
  expect(output).toContain(`perms of file "${file}": ${PERMISSIONS[mode]}`);
  expect(output).toContain(`content of file "${file}": mount-tester new file`);
  expect(output.includes('mount type of "/test-volume": tmpfs')).toBe(inMemory);
}

async function hasRightMode(emptyDir: object, inMemory: boolean): Promise<void> {
  const container = mountTest(
    { fs_type: "/test-volume", file_perm: "/test-volume" },
    { volumeMounts: [{ name: "scratch", mountPath: "/test-volume" }] },
  );
  const output = await outputOf(
    place,
    ending("looker", container, { securityContext: SELINUX, volumes: [{ name: "scratch", emptyDir }] }),
  );
  expect(output).toContain('perms of file "/test-volume": -rwxrwxrwx');
  expect(output.includes("tmpfs")).toBe(inMemory);
}

test("[sig-storage] EmptyDir volumes volume on default medium should have the correct mode [LinuxOnly] [NodeConformance]", () =>
  hasRightMode({}, false));

test("[sig-storage] EmptyDir volumes volume on tmpfs should have the correct mode [LinuxOnly] [NodeConformance]", () =>
  hasRightMode({ medium: "Memory" }, true));

test("[sig-storage] EmptyDir volumes should support (root,0644,default) [LinuxOnly] [NodeConformance]", () =>
  supports({ mode: "0644" }));

test("[sig-storage] EmptyDir volumes should support (root,0644,tmpfs) [LinuxOnly] [NodeConformance]", () =>
  supports({ mode: "0644", inMemory: true }));

test("[sig-storage] EmptyDir volumes should support (root,0666,default) [LinuxOnly] [NodeConformance]", () =>
  supports({ mode: "0666" }));

test("[sig-storage] EmptyDir volumes should support (root,0666,tmpfs) [LinuxOnly] [NodeConformance]", () =>
  supports({ mode: "0666", inMemory: true }));

test("[sig-storage] EmptyDir volumes should support (root,0777,default) [LinuxOnly] [NodeConformance]", () =>
  supports({ mode: "0777" }));

test("[sig-storage] EmptyDir volumes should support (root,0777,tmpfs) [LinuxOnly] [NodeConformance]", () =>
  supports({ mode: "0777", inMemory: true }));

test("[sig-storage] EmptyDir volumes should support (non-root,0644,default) [LinuxOnly] [NodeConformance]", () =>
  supports({ user: 1001, mode: "0644" }));

test("[sig-storage] EmptyDir volumes should support (non-root,0644,tmpfs) [LinuxOnly] [NodeConformance]", () =>
  supports({ user: 1001, mode: "0644", inMemory: true }));

test("[sig-storage] EmptyDir volumes should support (non-root,0666,default) [LinuxOnly] [NodeConformance]", () =>
  supports({ user: 1001, mode: "0666" }));

test("[sig-storage] EmptyDir volumes should support (non-root,0666,tmpfs) [LinuxOnly] [NodeConformance]", () =>
  supports({ user: 1001, mode: "0666", inMemory: true }));

test("[sig-storage] EmptyDir volumes should support (non-root,0777,default) [LinuxOnly] [NodeConformance]", () =>
  supports({ user: 1001, mode: "0777" }));

test("[sig-storage] EmptyDir volumes should support (non-root,0777,tmpfs) [LinuxOnly] [NodeConformance]", () =>
  supports({ user: 1001, mode: "0777", inMemory: true }));

test("[sig-storage] EmptyDir volumes pod should support shared volumes between containers", async () => {
  const message = "Hello from the busy-box sub-container";
  const shell = (line: string, mountPath: string) => ({
    image: BUSYBOX,
    command: ["/bin/sh"],
    args: ["-c", line],
    volumeMounts: [{ name: "shared-data", mountPath }],
  });
  const forever = "trap exit TERM; while true; do sleep 1; done";
  const containers = [
    { name: "busybox-main-container", ...shell(forever, "/usr/share/volumeshare") },
    { name: "busybox-sub-container", ...shell(`echo ${message} > /pod-data/shareddata.txt`, "/pod-data") },
  ];
  const volumes = [{ name: "shared-data", emptyDir: {} }];
  await place.create(
    "v1/pods",
    ending("pod-sharedvolume", {}, { terminationGracePeriodSeconds: 0, containers, volumes }),
  );
  await place.becomes("v1/pods/pod-sharedvolume", { status: { phase: "Running" } });
  const state = { terminated: { exitCode: 0 } };
  await place.becomes("v1/pods/pod-sharedvolume", { status: { phase: "Running", containerStatuses: [{ state }] } });
  const read = "cat /usr/share/volumeshare/shareddata.txt";
  expect(await shellOutput(place, "pod-sharedvolume", read, "busybox-main-container")).toBe(message);
});

test("[sig-storage] EmptyDir wrapper volumes should not conflict", async () => {
  const text = "dmFsdWUtMQo=";
  await place.create("v1/secrets", { metadata: { name: "wrapped" }, data: { "data-1": text } });
  await place.create("v1/configmaps", { metadata: { name: "wrapped" }, binaryData: { "data-1": text } });
  const volumeMounts = [
    { name: "secret-volume", mountPath: "/etc/secret-volume", readOnly: true },
    { name: "configmap-volume", mountPath: "/etc/configmap-volume" },
  ];
  const volumes = [
    { name: "secret-volume", secret: { secretName: "wrapped" } },
    { name: "configmap-volume", configMap: { name: "wrapped" } },
  ];
  const container = { image: AGNHOST, args: ["test-webserver"], volumeMounts };
  await place.create("v1/pods", ending("pod-secrets", container, { volumes, restartPolicy: "Always" }));
  await place.becomes("v1/pods/pod-secrets", { status: { phase: "Running", containerStatuses: [{ ready: true }] } });
  await place.remove("v1/secrets/wrapped");
  await place.remove("v1/configmaps/wrapped");
  await place.remove("v1/pods/pod-secrets", { gracePeriodSeconds: 0 });
  await place.gone("v1/pods/pod-secrets");
});

test("[sig-storage] EmptyDir wrapper volumes should not cause race condition when used for configmaps [Serial]", async () => {
  const names = Array.from({ length: 50 }, (_, i) => `racey-configmap-${i}`);
  await Promise.all(names.map((name) => place.create("v1/configmaps", configMap(name, { "data-1": "value-1" }))));
  const [node = ""] = await readyNodes(cluster.whole);
  const matchExpressions = [{ key: "kubernetes.io/hostname", operator: "In", values: [node] }];
  const terms = { nodeSelectorTerms: [{ matchExpressions }] };
  const volumeMounts = names.map((name, i) => ({ name, mountPath: `/etc/config-${i}` }));
  const spec = {
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } },
    dnsPolicy: "Default",
    containers: [{ name: "test-container", image: PAUSE, volumeMounts }],
    volumes: names.map((name) => ({ name, configMap: { name, items: [{ key: "data-1", path: "data-1" }] } })),
  };
  for (const name of ["wrapped-volume-race-1", "wrapped-volume-race-2", "wrapped-volume-race-3"]) {
    await place.create(
      "v1/replicationcontrollers",
      replicationController(name, 5, { template: template({ name }, spec) }),
    );
    const isRunning = (item: object): boolean => at(item, "status.phase") === "Running";
    await place.become(`v1/pods?labelSelector=name%3D${name}`, (items) => items.length === 5 && items.every(isRunning));
    await place.remove(`v1/replicationcontrollers/${name}`, { propagationPolicy: "Background" });
    await place.become(`v1/pods?labelSelector=name%3D${name}`, (items) => items.length === 0);
  }
  for (const name of names) await place.remove(`v1/configmaps/${name}`);
});

test("files in a volume belong to the user that creates them and to the pod's fsGroup", async () => {
  const text = [
    "cd /shared; echo x > made; mkdir deep; ls -lnd . made deep; stat -c '%a %u %g' made",
    "echo y > /tmp/own; stat -c '%u %g' /tmp/own; grep ' /shared ' /proc/mounts",
    "chown 5 made || chmod 600 made; ls -ln made",
  ].join("\n");
  const volumeMounts = [{ name: "shared", mountPath: "/shared" }];
  const spec = {
    securityContext: { runAsUser: 1000, runAsGroup: 50, fsGroup: 123 },
    volumes: [{ name: "shared", emptyDir: { medium: "Memory" } }],
  };
  const output = await outputOf(place, ending("owners", script(text, { volumeMounts }), spec));
  const lines = output.split("\n").filter((line) => line !== "");
  const [folder, made, deep, stat, own, mounted, refused, changed] = lines;
  expect(folder).toMatch(/^drwxrwsrwx \d+ 0 123 .* \.$/);
  expect(made).toMatch(/^-rw-r--r-- \d+ 1000 123 .* made$/);
  expect(deep).toMatch(/^drwxr-xr-x \d+ 1000 123 .* deep$/);
  expect([stat, own]).toEqual(["644 1000 123", "1000 50"]);
  expect(mounted).toBe("tmpfs /shared tmpfs rw,relatime 0 0");
  expect(refused).toBe("chown: made: Operation not permitted");
  expect(changed).toMatch(/^-rw------- \d+ 1000 123 .* made$/);
});
