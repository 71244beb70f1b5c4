import { afterAll, beforeAll, beforeEach, test } from "vitest";
import type { ApiPlace } from "../apiPlace.ts";
import { configMap } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { hasSubpath, SECRET } from "./volumeBehaviours.ts";

/** Factor by which time runs faster, because the program polls its file for many seconds. */
const SPEED = 20;

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest({}, SPEED);
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

test("[sig-storage] Subpath Atomic writer volumes should support subpaths with configmap pod", async () => {
  await place.create("v1/configmaps", configMap("settings", { "configmap-key": "configmap-value" }));
  await hasSubpath(place, { configMap: { name: "settings" } }, { file: "configmap-key", text: "configmap-value" });
});

test("[sig-storage] Subpath Atomic writer volumes should support subpaths with configmap pod with mountPath of existing file", async () => {
  await place.create("v1/configmaps", configMap("settings", { "configmap-key": "configmap-value" }));
  const file = { file: "configmap-key", mountPath: "/etc/resolv.conf", text: "configmap-value" };
  await hasSubpath(place, { configMap: { name: "settings" } }, file);
});

test("[sig-storage] Subpath Atomic writer volumes should support subpaths with secret pod", async () => {
  await place.create("v1/secrets", { metadata: { name: "keys" }, ...SECRET.body({ "secret-key": "secret-value" }) });
  await hasSubpath(place, { secret: { secretName: "keys" } }, { file: "secret-key", text: "secret-value" });
});

test("[sig-storage] Subpath Atomic writer volumes should support subpaths with downward pod", async () => {
  const items = [{ path: "downward/podname", fieldRef: { apiVersion: "v1", fieldPath: "metadata.name" } }];
  await hasSubpath(place, { downwardAPI: { items } }, { file: "downward/podname", text: "pod-subpath-test" });
});

test("[sig-storage] Subpath Atomic writer volumes should support subpaths with projected pod", async () => {
  await place.create("v1/configmaps", configMap("settings", { "configmap-key": "configmap-value" }));
  const items = [{ path: "projected/configmap-key", key: "configmap-key" }];
  const source = { projected: { sources: [{ configMap: { name: "settings", items } }] } };
  await hasSubpath(place, source, { file: "projected/configmap-key", text: "configmap-value" });
});
