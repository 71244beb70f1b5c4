import { expect, it } from "vitest";
import { releaseOf } from "./releaseOf.ts";

const object = (kind: string, metadata: object) => ({
  apiVersion: "v1",
  kind,
  metadata: { namespace: "shop", ...metadata },
});
const labels = { owner: "helm", name: "web", version: "2" };

it("finds the release of a chart's object in any namespace", () => {
  const annotations = { "meta.helm.sh/release-name": "web", "meta.helm.sh/release-namespace": "tools" };
  expect(releaseOf(object("Service", { annotations }))).toEqual({ namespace: "tools", name: "web" });
  expect(releaseOf(object("Service", { annotations: { "meta.helm.sh/release-name": "web" } }))).toBeUndefined();
});

it("finds the release and revision of a release storage object", () => {
  const name = "sh.helm.release.v1.web.v2";
  expect(releaseOf(object("Secret", { name, labels }))).toEqual({ namespace: "shop", name: "web", revision: "2" });
  expect(releaseOf(object("ConfigMap", { name, labels }))?.revision).toBe("2");
  expect(releaseOf(object("Secret", { name: "other", labels }))).toBeUndefined();
  expect(releaseOf(object("Pod", { name, labels }))).toBeUndefined();
  expect(releaseOf(object("Secret", { name }))).toBeUndefined();
});
