import { beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { until } from "../../../acting/testing/until.ts";
import type { ApiClient, ResourceReference } from "../../../api/client/apiClient.ts";
import { legacyUseRecorder } from "./legacyTokenUse.ts";

const LABEL = "kubernetes.io/legacy-token-last-used";
let patches: [ResourceReference, unknown][];
let errors: unknown[];
let fail: Error | undefined;

const recorder = () =>
  legacyUseRecorder({
    client: () =>
      ({
        patch: async (ref, patch) => {
          patches.push([ref, patch]);
          if (fail !== undefined) throw fail;
          return { metadata: {} };
        },
      }) as Pick<ApiClient, "patch"> as ApiClient,
    vocabulary: createVocabulary(),
    now: () => Date.parse("2026-01-02T23:59:59Z"),
    onError: (error) => errors.push(error),
  });
const secret = (lastUsed?: string): ApiObject => ({
  metadata: { name: "s", namespace: "n", uid: "u", labels: lastUsed === undefined ? {} : { [LABEL]: lastUsed } },
});

beforeEach(() => {
  patches = [];
  errors = [];
  fail = undefined;
});

describe("legacyUseRecorder", () => {
  it("labels the used secret with the current day", () => {
    recorder()(secret());
    expect(patches).toEqual([
      [
        { group: "", version: "v1", resource: "secrets", namespace: "n", name: "s" },
        { metadata: { uid: "u", labels: { [LABEL]: "2026-01-02" } } },
      ],
    ]);
  });

  it.each([
    ["2026-01-01", 1],
    ["2026-01-02", 0],
    ["2026-01-03", 0],
    ["2026-01-04", 1],
    ["soon", 1],
  ])("with last use %s decides whether to update", (lastUsed, count) => {
    recorder()(secret(lastUsed));
    expect(patches).toHaveLength(count);
  });

  it("runs one update at a time and retries after a failure", async () => {
    fail = new Error("conflict");
    const record = recorder();
    record(secret());
    record(secret());
    expect(patches).toHaveLength(1);
    await until(() => errors.includes(fail));
    await until(() => {
      record(secret());
      return patches.length === 2;
    });
  });
});
