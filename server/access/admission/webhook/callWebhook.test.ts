import { describe, expect, it, vi } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import type { WebhookClient } from "../../webhook/webhookClient.ts";
import { WebhookError } from "../../webhook/webhookError.ts";
import { shapeOf } from "../matching/matchRequest.ts";
import { testRequest } from "../testing/request.ts";
import { callWebhook } from "./callWebhook.ts";
import { testWebhook } from "./testing/webhooks.ts";
import type { WebhookDeclaration } from "./webhook.ts";

const world = { vocabulary: createVocabulary(), stopped: new AbortController().signal };

/** Calls a webhook that gives this response; `said` contains the resulting annotations and warnings. */
async function ask(
  response: (uid: unknown) => object,
  parts: WebhookDeclaration = {},
  about: Partial<AdmissionRequest> = {},
) {
  const said: Record<string, string> = {};
  const webhook = testWebhook(parts, ({ request }) => ({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response: { uid: request["uid"], ...response(request["uid"]) },
  }));
  const request = testRequest(
    "pods",
    { metadata: { name: "p" } },
    {
      warn: (text) => {
        said["warning"] = text;
      },
      annotate: (key, value) => {
        said[key] = value;
      },
      ...about,
    },
  );
  const objects = { object: request.object, oldObject: undefined };
  const answer = await callWebhook({ webhook, shape: shapeOf(request), request, objects, mutating: true }, world);
  return { answer, said };
}

describe("callWebhook", () => {
  it("passes on warnings and annotations of allowed and denied responses", async () => {
    const response = { allowed: true, warnings: ["w"], auditAnnotations: { key: "value" } };
    const { answer, said } = await ask(() => response);
    expect(answer.allowed).toBe(true);
    expect(said).toEqual({ warning: "w", "hook.example.com/key": "value" });
  });

  it.each<[left: number | undefined, told: unknown]>([
    [undefined, 10_000],
    [4000, 4000],
    [60_000, 10_000],
    [-1000, true],
  ])("sends the webhook the remaining timeout of a request that has %s ms left", async (left, announceTimeout) => {
    let told: unknown;
    const post: WebhookClient["post"] = async (_review, options) => {
      told = options;
      throw new WebhookError("canceled", "seen");
    };
    const webhook = { ...testWebhook(), client: () => ({ post, close: () => undefined }) };
    const now = vi.spyOn(performance, "now").mockReturnValue(0);
    const inFlight = { signal: world.stopped, ...(left === undefined ? {} : { due: left }) };
    const request = testRequest("pods", { metadata: { name: "p" } }, { inFlight });
    const objects = { object: request.object, oldObject: undefined };
    const call = { webhook, shape: shapeOf(request), request, objects, mutating: true };
    await expect(callWebhook(call, world)).rejects.toThrow("seen");
    now.mockRestore();
    expect(told).toMatchObject({ timeout: 10_000, announceTimeout });
  });

  it("throws the webhook's denial as an API error", async () => {
    await expect(ask(() => ({ allowed: false, status: { message: "no", code: 409 } }))).rejects.toMatchObject({
      code: 409,
      message: 'admission webhook "hook.example.com" denied the request: no',
    });
  });

  it("calls only webhooks without side effects on a dry run", async () => {
    const dry = (sideEffects?: string) =>
      ask(() => ({ allowed: true }), sideEffects === undefined ? {} : { sideEffects }, { dryRun: true });
    await expect(dry("Some")).rejects.toMatchObject({
      code: 400,
      reason: "BadRequest",
      message: 'admission webhook "hook.example.com" does not support dry run',
    });
    await expect(dry("Unknown")).rejects.toMatchObject({ code: 400 });
    expect((await dry("NoneOnDryRun")).answer.allowed).toBe(true);
    expect((await dry("None")).answer.allowed).toBe(true);
  });

  it.each<[string, () => object, WebhookDeclaration, string, number]>([
    [
      "accepts no known version of AdmissionReview",
      () => ({}),
      { admissionReviewVersions: ["v2"] },
      "could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)",
      400,
    ],
    [
      "returns an error status",
      () => {
        throw new WebhookError("status", "the server could not find the requested resource", 404);
      },
      {},
      "failed to call webhook: the server could not find the requested resource",
      404,
    ],
    [
      "has an invalid URL",
      () => {
        throw new WebhookError("configuration", "Unparsable URL");
      },
      {},
      "could not get REST client: Unparsable URL",
      500,
    ],
    [
      "returns the UID of another request",
      () => ({ uid: "2" }),
      {},
      "received invalid webhook response: expected response.uid=",
      503,
    ],
    [
      "returns a patch that is not base64",
      () => ({ patch: "?" }),
      {},
      "failed to call webhook: illegal base64 data at input byte 0",
      503,
    ],
  ])("reports a webhook that %s", async (_what, response, parts, message, code) => {
    const error = await ask(response, parts).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "WebhookCallError", code });
    expect((error as Error).message).toContain(`failed calling webhook "hook.example.com": ${message}`);
  });
});
