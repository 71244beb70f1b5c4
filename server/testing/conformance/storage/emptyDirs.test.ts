import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiPlace } from "../apiPlace.ts";
import { configMap } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { ending, execOutput, mountTest, outputOf, script } from "../containerOutput.ts";
import { SECRET } from "./volumeBehaviours.ts";

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

interface Case {
  readonly user?: number;
  readonly mode: keyof typeof PERMISSIONS;
  readonly inMemory?: boolean;
}

/** A pod writes a file into an empty volume, and reads it with its mode. */
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
      ...(user === undefined ? {} : { securityContext: { runAsUser: user } }),
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
  const output = await outputOf(place, ending("looker", container, { volumes: [{ name: "scratch", emptyDir }] }));
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
  const volumeMounts = [{ name: "shared", mountPath: "/usr/share/volumeshare" }];
  const pod = ending(
    "sharing",
    {},
    {
      containers: [
        { name: "main", ...script("sleep 3600", { volumeMounts }) },
        {
          name: "sub",
          ...script(
            "echo Hello from the busy-box sub-container > /usr/share/volumeshare/shareddata.txt && sleep 3600",
            { volumeMounts },
          ),
        },
      ],
      volumes: [{ name: "shared", emptyDir: {} }],
    },
  );
  await place.create("v1/pods", pod);
  await place.becomes("v1/pods/sharing", {
    status: {
      containerStatuses: [
        { name: "main", ready: true },
        { name: "sub", ready: true },
      ],
    },
  });
  await expect
    .poll(() => execOutput(place, "sharing", ["cat", "/usr/share/volumeshare/shareddata.txt"]))
    .toContain("Hello from the busy-box sub-container");
});

test("[sig-storage] EmptyDir wrapper volumes should not conflict", async () => {
  await place.create("v1/secrets", { metadata: { name: "keys" }, ...SECRET.body({ "data-1": "value-1" }) });
  await place.create("v1/configmaps", configMap("settings", { "data-1": "value-1" }));
  const volumeMounts = [
    { name: "keys", mountPath: "/etc/secret-volume", readOnly: true },
    { name: "settings", mountPath: "/etc/configmap-volume" },
  ];
  const volumes = [
    { name: "keys", secret: { secretName: "keys" } },
    { name: "settings", configMap: { name: "settings" } },
  ];
  await place.create("v1/pods", ending("both", script("sleep 3600", { volumeMounts }), { volumes }));
  await place.becomes("v1/pods/both", { status: { containerStatuses: [{ ready: true }] } });
});

test("[sig-storage] EmptyDir wrapper volumes should not cause race condition when used for configmaps [Serial]", async () => {
  const names = Array.from({ length: 50 }, (_, i) => `racey-${i}`);
  await Promise.all(names.map((name) => place.create("v1/configmaps", configMap(name, { "data-1": name }))));
  const container = script("cat /etc/config-0/data-1 /etc/config-49/data-1; sleep 3600", {
    volumeMounts: names.map((name, i) => ({ name, mountPath: `/etc/config-${i}` })),
  });
  const template = {
    metadata: { labels: { name: "racey" } },
    spec: {
      terminationGracePeriodSeconds: 0,
      containers: [{ name: "main", ...container }],
      volumes: names.map((name) => ({ name, configMap: { name, items: [{ key: "data-1", path: "data-1" }] } })),
    },
  };
  for (let round = 0; round < 3; round++) {
    await place.create("v1/replicationcontrollers", {
      metadata: { name: "racey" },
      spec: { replicas: 5, selector: { name: "racey" }, template },
    });
    await place.becomes("v1/replicationcontrollers/racey", { status: { readyReplicas: 5 } });
    await place.remove("v1/replicationcontrollers/racey", { propagationPolicy: "Foreground" });
    await place.gone("v1/replicationcontrollers/racey");
  }
});

test("files in a volume belong to who makes them, and to the group of the pod's volumes", async () => {
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
