import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import type { PostOptions } from "../../webhook/webhookClient.ts";
import { podAttributes, testUser } from "../testing/attributes.ts";
import { reviewEndpoint } from "./reviewEndpoint.ts";
import { reviewSpec } from "./reviewSpec.ts";

const spec = reviewSpec(testUser("alice", "dev"), podAttributes());

function endpoint(answer: unknown, version: "v1" | "v1beta1" = "v1", schema = loadSchema()) {
  const sent: { body: unknown; options: PostOptions | undefined }[] = [];
  const post = async (body: unknown, options?: PostOptions): Promise<unknown> => {
    sent.push({ body, options });
    return answer;
  };
  return { ask: reviewEndpoint({ post }, version, 3000, schema), sent };
}

describe("reviewEndpoint", () => {
  it("sends a review", async () => {
    const { ask, sent } = endpoint({ status: { allowed: true, reason: "fine" } });
    const { signal } = new AbortController();
    expect(await ask(spec, signal)).toEqual({ allowed: true, denied: false, reason: "fine" });
    expect(sent).toEqual([
      {
        body: {
          kind: "SubjectAccessReview",
          apiVersion: "authorization.k8s.io/v1",
          metadata: { creationTimestamp: null },
          spec,
          status: { allowed: false },
        },
        options: { timeout: 3000, announceTimeout: true, signal },
      },
    ]);
  });

  it("uses the v1beta1 name for groups and the names of the vocabulary", async () => {
    const { ask, sent } = endpoint({}, "v1beta1", loadSchema(createVocabulary("orch")));
    expect(await ask(spec, undefined)).toEqual({ allowed: false, denied: false, reason: "" });
    expect(sent[0]?.body).toMatchObject({
      apiVersion: "authorization.orch.io/v1beta1",
      spec: { user: "alice", group: ["dev"] },
    });
    expect(sent[0]?.body).not.toHaveProperty("spec.groups");
  });

  it.each([
    [
      { kind: "Status", apiVersion: "v1" },
      "expected authorization.k8s.io/v1, Kind=SubjectAccessReview, got v1, Kind=Status",
    ],
    [{ apiVersion: "authorization.k8s.io/v1beta1" }, "got authorization.k8s.io/v1beta1"],
    [{ status: { allowed: "yes" } }, "json: cannot unmarshal string into Go struct field SubjectAccessReviewStatus"],
    [[], "json: cannot unmarshal array"],
  ])("rejects the response %j", async (answer, reason) => {
    await expect(endpoint(answer).ask(spec, undefined)).rejects.toMatchObject({
      failure: "body",
      message: expect.stringContaining(reason),
    });
  });
});
