import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { failure } from "../../../testing/testServices.ts";
import { WebhookError } from "../../webhook/webhookError.ts";
import { run, testRequest } from "../testing/request.ts";
import { readImagePolicy } from "./imagePolicyConfiguration.ts";
import { imagePolicyWebhook } from "./imagePolicyWebhook.ts";

const pod = (image: string, parts: Partial<ApiObject["metadata"]> = {}): ApiObject => ({
  metadata: { name: "p", ...parts },
  spec: {
    containers: [{ name: "c", image }],
    initContainers: [{ name: "i", image: "init" }],
    ephemeralContainers: [{ name: "e", image: "late" }],
  },
});

/** The plugin with a service that gives the responses in turn, and repeats the last one. */
function world(answers: readonly unknown[], configuration: object = {}) {
  const left = [...answers];
  const asked: unknown[] = [];
  const clock = { now: 0 };
  const annotations: Record<string, string> = {};
  const pauses: number[] = [];
  const plugin = imagePolicyWebhook({
    configuration: readImagePolicy({ imagePolicy: configuration }),
    client: {
      async post(body) {
        asked.push(body);
        const answer = left.length > 1 ? left.shift() : left[0];
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    vocabulary: createVocabulary(),
    now: () => clock.now,
    sleep: async (milliseconds) => pauses.push(milliseconds),
    random: () => 0,
  });
  const annotate = (key: string, value: string): void => {
    annotations[key] = value;
  };
  const write = (object: ApiObject, parts: object = {}) =>
    run(plugin, testRequest("pods", object, { annotate, ...parts }));
  return { write, asked, clock, annotations, pauses };
}

const ALLOWED = { status: { allowed: true } };
const away = new WebhookError("connection", 'Post "https://x/": dial tcp 127.0.0.1:1: connect: connection refused');

describe("ImagePolicyWebhook", () => {
  it("sends the pod's images and its image policy annotations", async () => {
    const { write, asked } = world([ALLOWED]);
    await write(pod("a", { annotations: { "b.image-policy.k8s.io/x": "1", other: "2" } }));
    expect(asked).toEqual([
      {
        kind: "ImageReview",
        apiVersion: "imagepolicy.k8s.io/v1alpha1",
        metadata: { creationTimestamp: null },
        spec: {
          containers: [{ image: "a" }, { image: "init" }],
          annotations: { "b.image-policy.k8s.io/x": "1" },
          namespace: "n",
        },
        status: { allowed: false },
      },
    ]);
  });

  it("checks ephemeral containers on their subresource and ignores other writes", async () => {
    const { write, asked } = world([ALLOWED]);
    await write(pod("a"), { operation: "UPDATE", subresource: "ephemeralcontainers" });
    await write(pod("a"), { operation: "UPDATE", subresource: "status" });
    await write(pod("a"), { operation: "DELETE" });
    expect(asked).toMatchObject([{ spec: { containers: [{ image: "late" }] } }]);
  });

  it("rejects with the reason of the service", async () => {
    const { write } = world([{ status: { allowed: false, reason: "no tag" } }, { status: {} }]);
    expect(await failure(() => write(pod("a")))).toMatchObject({
      code: 403,
      message: 'pods "p" is forbidden: image policy webhook backend denied one or more images: no tag',
    });
    expect(await failure(() => write(pod("b")))).toMatchObject({
      message: 'pods "p" is forbidden: one or more images rejected by webhook backend',
    });
  });

  it("caches responses for their TTL and adds audit annotations each time", async () => {
    const status = { allowed: true, auditAnnotations: { seen: "yes" } };
    const { write, asked, clock, annotations } = world([{ status }], { allowTTL: 2 });
    await write(pod("a"));
    clock.now = 1999;
    delete annotations["imagepolicywebhook.image-policy.k8s.io/seen"];
    await write(pod("a"));
    expect(asked).toHaveLength(1);
    expect(annotations).toEqual({ "imagepolicywebhook.image-policy.k8s.io/seen": "yes" });
    clock.now = 2000;
    await write(pod("a"));
    expect(asked).toHaveLength(2);
  });

  it("rejects while the service is unavailable, unless defaultAllow is set", async () => {
    const refusing = world([away]);
    expect(await failure(() => refusing.write(pod("a")))).toMatchObject({
      code: 403,
      message: `pods "p" is forbidden: ${away.message}`,
    });
    const allowing = world([away, ALLOWED], { defaultAllow: true });
    await allowing.write(pod("a"));
    expect(allowing.annotations).toEqual({ "imagepolicywebhook.image-policy.k8s.io/failed-open": "true" });
    await allowing.write(pod("a"));
    expect(allowing.asked).toHaveLength(2);
  });

  it("retries temporary errors and accepts only reviews", async () => {
    const busy = new WebhookError("status", "busy", 500);
    const { write, pauses } = world([busy, busy, ALLOWED], { retryBackoff: 10 });
    await write(pod("a"));
    expect(pauses).toEqual([10, 15]);
    const odd = world([{ kind: "Status", apiVersion: "v1" }]);
    expect((await failure(() => odd.write(pod("a")))).message).toContain("the answer is no ImageReview of");
  });
});

describe("readImagePolicy", () => {
  const read = (imagePolicy: object) => readImagePolicy({ imagePolicy });

  it("has defaults, and disables caching and retries for negative values", () => {
    expect(readImagePolicy({})).toEqual({
      kubeConfigFile: "",
      allowTtl: 300_000,
      denyTtl: 30_000,
      retryBackoff: 500,
      defaultAllow: false,
    });
    const none = { allowTTL: -1, denyTTL: -1, retryBackoff: -1 };
    expect(read(none)).toMatchObject({ allowTtl: 0, denyTtl: 0, retryBackoff: 0 });
    expect(read({ allowTTL: 2, denyTTL: 1800, retryBackoff: 7, more: 1 })).toMatchObject({
      allowTtl: 2000,
      denyTtl: 1_800_000,
      retryBackoff: 7,
    });
  });

  it.each<[object, string]>([
    [{ allowTTL: 1 }, "valid value is between 1s and 30m0s, got 1s"],
    [{ denyTTL: 1801 }, "valid value is between 1s and 30m0s, got 30m1s"],
    [{ retryBackoff: 300_001 }, "valid value is between 1ns and 5m0s, got 5m0.001s"],
    [{ retryBackoff: -2 }, "valid value is between 1ns and 5m0s, got -2ms"],
    [{ defaultAllow: "yes" }, "imagePolicy.defaultAllow: must be a boolean"],
  ])("rejects %j", (imagePolicy, message) => {
    expect(() => read(imagePolicy)).toThrow(new Error(message));
  });
});
