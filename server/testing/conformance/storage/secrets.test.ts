import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiPlace } from "../apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { ending, outputOf, script } from "../containerOutput.ts";
import {
  hasDefaultMode,
  hasDefaultModeForGroup,
  isConsumable,
  isInSeveralVolumes,
  isMapped,
  PROJECTED_SECRET,
  reflectsOptional,
  SECRET,
} from "./volumeBehaviours.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

test("[sig-storage] Secrets should be consumable from pods in volume [NodeConformance]", () =>
  isConsumable(place, SECRET));

test("[sig-storage] Secrets should be consumable from pods in volume as non-root with defaultMode and fsGroup set [LinuxOnly] [NodeConformance]", () =>
  hasDefaultModeForGroup(place, SECRET));

test("[sig-storage] Secrets should be consumable from pods in volume with defaultMode set [LinuxOnly] [NodeConformance]", () =>
  hasDefaultMode(place, SECRET));

test("[sig-storage] Secrets should be consumable from pods in volume with mappings [NodeConformance]", () =>
  isMapped(place, SECRET));

test("[sig-storage] Secrets should be consumable from pods in volume with mappings and Item Mode set [LinuxOnly] [NodeConformance]", () =>
  isMapped(place, SECRET, 0o400));

test("[sig-storage] Secrets should be consumable in multiple volumes in a pod [NodeConformance]", () =>
  isInSeveralVolumes(place, SECRET));

test("[sig-storage] Secrets optional updates should be reflected in volume [NodeConformance]", () =>
  reflectsOptional(place, SECRET));

test("[sig-storage] Projected secret should be consumable from pods in volume [NodeConformance]", () =>
  isConsumable(place, PROJECTED_SECRET));

test("[sig-storage] Projected secret should be consumable from pods in volume as non-root with defaultMode and fsGroup set [LinuxOnly] [NodeConformance]", () =>
  hasDefaultModeForGroup(place, PROJECTED_SECRET));

test("[sig-storage] Projected secret should be consumable from pods in volume with defaultMode set [LinuxOnly] [NodeConformance]", () =>
  hasDefaultMode(place, PROJECTED_SECRET));

test("[sig-storage] Projected secret should be consumable from pods in volume with mappings [NodeConformance]", () =>
  isMapped(place, PROJECTED_SECRET));

test("[sig-storage] Projected secret should be consumable from pods in volume with mappings and Item Mode set [LinuxOnly] [NodeConformance]", () =>
  isMapped(place, PROJECTED_SECRET, 0o400));

test("[sig-storage] Projected secret should be consumable in multiple volumes in a pod [NodeConformance]", () =>
  isInSeveralVolumes(place, PROJECTED_SECRET));

test("[sig-storage] Projected secret optional updates should be reflected in volume [NodeConformance]", () =>
  reflectsOptional(place, PROJECTED_SECRET));

test("[sig-storage] Secrets should be able to mount in a volume regardless of a different secret existing with same name in different namespace [NodeConformance]", async () => {
  const other = await cluster.namespace();
  await other.create("v1/secrets", { metadata: { name: "data" }, ...SECRET.body({ "data-1": "another's" }) });
  await isConsumable(place, SECRET);
});

test("[sig-storage] Projected combined should project all components that make up the projection API [Projection] [NodeConformance]", async () => {
  await place.create("v1/configmaps", {
    metadata: { name: "settings" },
    data: { "configmap-data": "configmap-value-1" },
  });
  await place.create("v1/secrets", { metadata: { name: "keys" }, ...SECRET.body({ "secret-data": "secret-value-1" }) });
  const sources = [
    { downwardAPI: { items: [{ path: "podname", fieldRef: { fieldPath: "metadata.name" } }] } },
    { secret: { name: "keys" } },
    { configMap: { name: "settings" } },
  ];
  const container = script("cat /all/podname && cat /all/secret-data && cat /all/configmap-data", {
    volumeMounts: [{ name: "podinfo", mountPath: "/all", readOnly: false }],
  });
  const pod = ending("projected-volume", container, { volumes: [{ name: "podinfo", projected: { sources } }] });
  expect(await outputOf(place, pod)).toBe("projected-volumesecret-value-1configmap-value-1");
});
