import { afterAll, beforeAll, beforeEach, test } from "vitest";
import type { ApiPlace } from "../apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { BUSYBOX, ending, mountTest, prints } from "../containerOutput.ts";
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
  const volumeMounts = [{ name: "both", mountPath: "/etc/configmap-volume", readOnly: true }];
  const options = { break_on_expected_content: "false", retry_time: "240" };
  const containers = [
    {
      name: "text",
      ...mountTest({ ...options, file_content_in_loop: "/etc/configmap-volume/data-1" }, { volumeMounts }),
    },
    {
      name: "binary",
      image: BUSYBOX,
      command: ["hexdump", "-C", "/etc/configmap-volume/dump.bin"],
      volumeMounts,
    },
  ];
  const volumes = [{ name: "both", configMap: { name: "both" } }];
  await place.create("v1/pods", ending("pod-configmaps", {}, { containers, volumes }));
  await place.becomes("v1/pods/pod-configmaps", { status: { phase: "Running" } });
  await prints(place, "pod-configmaps", "value-1", "text");
  await prints(place, "pod-configmaps", "de ca fe ba d0 fe ff", "binary");
});
