import { expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { setImageLine } from "./commandLine.ts";
import { changedImages, imagesOf, setImagesRequest } from "./images.ts";

const locator = { group: "apps", version: "v1", resource: "deployments", namespace: "shop", name: "web" };
const podSpec = {
  initContainers: [{ name: "migrate", image: "tool:1" }],
  containers: [{ name: "web", image: "nginx:1.26" }, { name: "log", image: "fluent:2" }, { name: "late" }],
};
const deployment = {
  kind: "Deployment",
  metadata: { name: "web" },
  spec: { template: { spec: podSpec } },
} as ApiObject;

it("lists all containers of the pod template, init containers first, also those of a job template", () => {
  const job = { template: { spec: podSpec } };
  const cronJob = { kind: "CronJob", metadata: {}, spec: { jobTemplate: { spec: job } } } as ApiObject;
  expect(imagesOf(deployment).map(({ name, image, isInit }) => [name, image, isInit])).toEqual([
    ["migrate", "tool:1", true],
    ["web", "nginx:1.26", false],
    ["log", "fluent:2", false],
    ["late", "", false],
  ]);
  expect(imagesOf(cronJob)[1]?.pointer).toBe("/spec/jobTemplate/spec/template/spec/containers/0");
  expect(imagesOf({ kind: "ConfigMap", metadata: {} } as ApiObject)).toEqual([]);
});

it("sends only what changed, on condition that it is still what the user saw", () => {
  const images = imagesOf(deployment);
  const changed = changedImages(
    images,
    new Map([
      ["web", " nginx:1.27 "],
      ["log", "fluent:2"],
      ["late", "x"],
    ]),
  );
  expect(setImagesRequest(locator, images, changed, "orrery")).toEqual({
    method: "PATCH",
    path: "/apis/apps/v1/namespaces/shop/deployments/web?fieldManager=orrery",
    contentType: "application/json-patch+json",
    body: [
      { op: "test", path: "/spec/template/spec/containers/0/name", value: "web" },
      { op: "test", path: "/spec/template/spec/containers/0/image", value: "nginx:1.26" },
      { op: "add", path: "/spec/template/spec/containers/0/image", value: "nginx:1.27" },
      { op: "test", path: "/spec/template/spec/containers/2/name", value: "late" },
      { op: "add", path: "/spec/template/spec/containers/2/image", value: "x" },
    ],
  });
  expect(setImageLine(locator, changed, {})).toBe("kubectl set image deployments/web web=nginx:1.27 late=x -n shop");
  expect(changedImages(images, new Map([["web", "nginx:1.26"]]))).toEqual([]);
});
