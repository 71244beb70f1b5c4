import { afterAll, beforeAll, beforeEach, test } from "vitest";
import type { ApiPlace } from "../apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { ending, prints, script } from "../containerOutput.ts";
import {
  CONFIG,
  hasDefaultMode,
  isConsumable,
  isConsumableAsSomebody,
  isInSeveralVolumes,
  isMapped,
  isMappedForSomebody,
  PROJECTED_CONFIG,
  reflectsOptional,
  reflectsUpdates,
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

test("[sig-storage] ConfigMap should be consumable from pods in volume [NodeConformance]", () =>
  isConsumable(place, CONFIG));

test("[sig-storage] ConfigMap should be consumable from pods in volume as non-root [NodeConformance]", () =>
  isConsumableAsSomebody(place, CONFIG));

test("[sig-storage] ConfigMap should be consumable from pods in volume with defaultMode set [LinuxOnly] [NodeConformance]", () =>
  hasDefaultMode(place, CONFIG));

test("[sig-storage] ConfigMap should be consumable from pods in volume with mappings [NodeConformance]", () =>
  isMapped(place, CONFIG));

test("[sig-storage] ConfigMap should be consumable from pods in volume with mappings and Item mode set [LinuxOnly] [NodeConformance]", () =>
  isMapped(place, CONFIG, 0o400));

test("[sig-storage] ConfigMap should be consumable from pods in volume with mappings as non-root [NodeConformance]", () =>
  isMappedForSomebody(place, CONFIG));

test("[sig-storage] ConfigMap should be consumable in multiple volumes in the same pod [NodeConformance]", () =>
  isInSeveralVolumes(place, CONFIG));

test("[sig-storage] ConfigMap updates should be reflected in volume [NodeConformance]", () =>
  reflectsUpdates(place, CONFIG));

test("[sig-storage] ConfigMap optional updates should be reflected in volume [NodeConformance]", () =>
  reflectsOptional(place, CONFIG));

test("[sig-storage] Projected configMap should be consumable from pods in volume [NodeConformance]", () =>
  isConsumable(place, PROJECTED_CONFIG));

test("[sig-storage] Projected configMap should be consumable from pods in volume as non-root [NodeConformance]", () =>
  isConsumableAsSomebody(place, PROJECTED_CONFIG));

test("[sig-storage] Projected configMap should be consumable from pods in volume with defaultMode set [LinuxOnly] [NodeConformance]", () =>
  hasDefaultMode(place, PROJECTED_CONFIG));

test("[sig-storage] Projected configMap should be consumable from pods in volume with mappings [NodeConformance]", () =>
  isMapped(place, PROJECTED_CONFIG));

test("[sig-storage] Projected configMap should be consumable from pods in volume with mappings and Item mode set [LinuxOnly] [NodeConformance]", () =>
  isMapped(place, PROJECTED_CONFIG, 0o400));

test("[sig-storage] Projected configMap should be consumable from pods in volume with mappings as non-root [NodeConformance]", () =>
  isMappedForSomebody(place, PROJECTED_CONFIG));

test("[sig-storage] Projected configMap should be consumable in multiple volumes in the same pod [NodeConformance]", () =>
  isInSeveralVolumes(place, PROJECTED_CONFIG));

test("[sig-storage] Projected configMap updates should be reflected in volume [NodeConformance]", () =>
  reflectsUpdates(place, PROJECTED_CONFIG));

test("[sig-storage] Projected configMap optional updates should be reflected in volume [NodeConformance]", () =>
  reflectsOptional(place, PROJECTED_CONFIG));

test("[sig-storage] ConfigMap binary data should be reflected in volume [NodeConformance]", async () => {
  const binary = Buffer.from([0xde, 0xca, 0xfe, 0xba, 0xd0, 0xfe, 0xff]);
  const data = { data: { "data-1": "value-1" }, binaryData: { "dump.bin": binary.toString("base64") } };
  await place.create("v1/configmaps", { metadata: { name: "both" }, ...data });
  const reader = (text: string) => script(text, { volumeMounts: [{ name: "both", mountPath: "/etc/both" }] });
  const spec = { volumes: [{ name: "both", configMap: { name: "both" } }] };
  await place.create("v1/pods", ending("text", reader("cat /etc/both/data-1"), spec));
  await place.create("v1/pods", ending("binary", reader("hexdump -C /etc/both/dump.bin"), spec));
  await prints(place, "text", "value-1");
  await prints(place, "binary", "de ca fe ba d0 fe ff");
});
