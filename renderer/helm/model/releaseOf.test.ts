import { expect, it } from "vitest";
import { releaseOf } from "./releaseOf.ts";

const object = (kind: string, metadata: object) => ({
  apiVersion: "v1",
  kind,
  metadata: { namespace: "shop", ...metadata },
});
const labels = { owner: "helm", name: "web", version: "2" };

it("finds the release of an object of a chart, wherever that is", () => {
  const annotations = { "meta.helm.sh/release-name": "web", "meta.helm.sh/release-namespace": "tools" };
  expect(releaseOf(object("Service", { annotations }))).toEqual({ namespace: "tools", name: "web" });
  expect(releaseOf(object("Service", { annotations: { "meta.helm.sh/release-name": "web" } }))).toBeUndefined();
});

it("finds the release and the revision of an object that stores one", () => {
  const name = "sh.helm.release.v1.web.v2";
  expect(releaseOf(object("Secret", { name, labels }))).toEqual({ namespace: "shop", name: "web", revision: "2" });
  expect(releaseOf(object("ConfigMap", { name, labels }))?.revision).toBe("2");
  expect(releaseOf(object("Secret", { name: "other", labels }))).toBeUndefined();
  expect(releaseOf(object("Pod", { name, labels }))).toBeUndefined();
  expect(releaseOf(object("Secret", { name }))).toBeUndefined();
});
