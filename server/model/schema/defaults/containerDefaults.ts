/** Defaulting rules: containers and what they hold. */
import { roundUpMilli } from "./helpers.ts";
import { imageTag } from "./imageTag.ts";
import { type DefaultTable, rows } from "./row.ts";

interface ImageView {
  readonly image?: string;
}

export const containerDefaults: DefaultTable = {
  "api.core.v1.ContainerStatus": rows((r) => [
    r.compute("allocatedResources[*]", (_, it) => roundUpMilli(it), { always: true }),
  ]),
  "api.core.v1.ResourceRequirements": rows((r) => [
    r.compute("limits[*]", (_, it) => roundUpMilli(it), { always: true }),
    r.compute("requests[*]", (_, it) => roundUpMilli(it), { always: true }),
  ]),
  "api.core.v1.Container": rows<ImageView>((r) => [
    r.compute("imagePullPolicy", ({ image }) => (imageTag(image) === "latest" ? "Always" : "IfNotPresent")),
    r.set("terminationMessagePath", "/dev/termination-log"),
    r.set("terminationMessagePolicy", "File"),
  ]),
  "api.core.v1.EphemeralContainer": rows<ImageView>((r) => [
    r.compute("imagePullPolicy", ({ image }) => (imageTag(image) === "latest" ? "Always" : "IfNotPresent")),
    r.set("terminationMessagePath", "/dev/termination-log"),
    r.set("terminationMessagePolicy", "File"),
  ]),
  "api.core.v1.Probe": rows((r) => [
    r.set("timeoutSeconds", 1),
    r.set("periodSeconds", 10),
    r.set("successThreshold", 1),
    r.set("failureThreshold", 3),
  ]),
  "api.core.v1.HTTPGetAction": rows((r) => [r.set("path", "/"), r.set("scheme", "HTTP")]),
  "api.core.v1.ObjectFieldSelector": rows((r) => [r.set("apiVersion", "v1")]),
  "api.core.v1.ContainerPort": rows((r) => [r.set("protocol", "TCP", { source: "marker" })]),
  "api.core.v1.GRPCAction": rows((r) => [r.set("service", "", { source: "marker" })]),
  "api.core.v1.LocalObjectReference": rows((r) => [r.set("name", "", { hidden: true, source: "marker" })]),
};
