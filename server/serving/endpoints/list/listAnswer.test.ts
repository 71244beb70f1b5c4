import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { awaited, type Steps } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { RequestContext } from "../../../ground/request/context.ts";
import type { Negotiated } from "../../../model/encoding/negotiate.ts";
import type { CachedObject } from "../../../store/cache/cachedObject.ts";
import { encodeList } from "./listAnswer.ts";

const services = {
  vocabulary: createVocabulary(),
  schema: { has: () => false },
  now: () => 0,
} as unknown as Services;
const resource = {
  definition: { columns: [], definition: "x" },
  fromStorage: (object: ApiObject) => object,
} as unknown as Resource;
const table: Negotiated = {
  wire: "json",
  contentType: "application/json",
  pretty: false,
  as: { kind: "Table", version: "v1" },
};

/** An object that takes one turn of the event loop to read. @param begin called when reading begins */
const slow = (begin: () => void): CachedObject =>
  ({
    *objectInSteps(): Steps<ApiObject> {
      begin();
      yield* awaited(setImmediate());
      return { kind: "X", apiVersion: "v1", metadata: { name: "x" } };
    },
  }) as unknown as CachedObject;

it("stops reading and encoding objects once the request has ended", async () => {
  const end = new AbortController();
  const context = { query: new URLSearchParams(), signal: end.signal } as unknown as RequestContext;
  let begun = 0;
  const items = Array.from({ length: 5 }, () =>
    slow(() => {
      begun += 1;
      if (begun === 2) end.abort();
    }),
  );
  const answer = encodeList(services, context, resource, table, { items, metadata: { resourceVersion: "1" } });
  await expect(answer).rejects.toMatchObject({ code: 504 });
  expect(begun).toBe(2);
});
