import { describe, expect, it } from "vitest";
import type { ProgramStart } from "../program.ts";
import { admissionReviews } from "./admissionReviews.ts";

interface Answer {
  readonly allowed: boolean;
  readonly status?: { readonly message?: string; readonly reason?: string; readonly code?: number };
  readonly patch?: string;
}

async function ask(path: string, request: object, sidecarImage = ""): Promise<Answer & { readonly changes?: unknown }> {
  const body = Buffer.from(JSON.stringify({ apiVersion: "admission.k8s.io/v1", request: { uid: "1", ...request } }));
  const start = { time: { now: () => 0, sleep: async () => undefined } } as unknown as ProgramStart;
  const answer = await admissionReviews(sidecarImage)({ port: 443, method: "POST", path, headers: {}, body }, start);
  const { response } = JSON.parse(Buffer.from(answer.body).toString()) as { response: Answer };
  const { patch } = response;
  return { ...response, ...(patch && { changes: JSON.parse(Buffer.from(patch, "base64").toString()) }) };
}

const data = (value: string) => ({ data: { "webhook-e2e-test": value } });

describe("Webhooks of the reference's test image", () => {
  it.each([
    ["/configmaps", "CREATE", "the configmap contains unwanted key and value"],
    ["/custom-resource", "UPDATE", "the custom resource contains unwanted data"],
  ])("%s reject unwanted data only at %s", async (path, operation, reason) => {
    expect(await ask(path, { operation, object: data("webhook-disallow") })).toMatchObject({
      allowed: false,
      status: { reason },
    });
    expect((await ask(path, { operation, object: data("fine") })).allowed).toBe(true);
    expect((await ask(path, { operation: "DELETE", oldObject: data("webhook-disallow") })).allowed).toBe(true);
  });

  it.each(["configmap", "custom resource"])("reject deletion of a %s marked as non-deletable", async (kind) => {
    const path = kind === "configmap" ? "/configmaps" : "/custom-resource";
    const reason = `the ${kind} cannot be deleted because it contains unwanted key and value`;
    const kept = data("webhook-nondeletable");
    expect(await ask(path, { operation: "DELETE", oldObject: kept })).toMatchObject({
      allowed: false,
      status: { reason },
    });
    expect((await ask(path, { operation: "CREATE", object: kept })).allowed).toBe(true);
  });

  it("inject a sidecar container into a pod once", async () => {
    const pod = (...names: string[]) => ({
      operation: "CREATE",
      object: { spec: { containers: names.map((name) => ({ name })) } },
    });
    expect(await ask("/mutating-pods-sidecar", pod("web"))).toMatchObject({
      allowed: false,
      status: { message: "No image specified by the sidecar-image parameter", code: 500 },
    });
    const added = { image: "envoy:1", name: "webhook-added-sidecar", resources: {} };
    expect(await ask("/mutating-pods-sidecar", pod("web"), "envoy:1")).toMatchObject({
      allowed: true,
      changes: [{ op: "add", path: "/spec/containers/-", value: added }],
    });
    const again = await ask("/mutating-pods-sidecar", pod("web", "webhook-added-sidecar"), "envoy:1");
    expect(again).toEqual({ uid: "1", allowed: true });
  });

  it("add a missing label or correct it", async () => {
    const labelled = (labels?: object) => ({ operation: "CREATE", object: { metadata: { labels } } });
    const path = "/metadata/labels/added-label";
    expect((await ask("/add-label", labelled())).changes).toEqual([
      { op: "add", path: "/metadata/labels", value: { "added-label": "yes" } },
    ]);
    expect((await ask("/add-label", labelled({ "added-label": "no" }))).changes).toEqual([
      { op: "add", path, value: "yes" },
    ]);
    expect((await ask("/add-label", labelled({ "added-label": "yes" }))).changes).toBeUndefined();
  });
});
