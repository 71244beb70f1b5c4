import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAdvisor } from "../../shared/advice/advisor.ts";
import { pluralOf } from "../../shared/advice/table/versionTable.ts";
import { samples } from "../../shared/advice/testing/samples.ts";
import { atOnce } from "../../shared/steps.ts";
import { createVocabulary } from "../../shared/vocabulary.ts";
import { startTestServer, type TestServer } from "./testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ runtimeConfig: { "api/all": "true" } });
});
afterAll(() => server.stop());

/** Where an object is created: reviews and cluster-wide kinds have no namespace. */
async function collectionOf(
  apiVersion: string,
  kind: string,
): Promise<{ readonly path: string; readonly namespaced: boolean }> {
  const plural = pluralOf(kind);
  const { body } = await server.request("GET", `/apis/${apiVersion}`);
  const found = (body["resources"] as { name: string; namespaced: boolean }[]).find(({ name }) => name === plural);
  if (found === undefined) throw new Error(`${apiVersion} has no ${plural}`);
  const { namespaced } = found;
  return { namespaced, path: `/apis/${apiVersion}/${namespaced ? "namespaces/default/" : ""}${plural}` };
}

describe("converted manifests", () => {
  const advisor = createAdvisor(createVocabulary(), "1.32");
  const rows = samples.map((sample) => [`${sample.before["apiVersion"]} ${sample.before["kind"]}`, sample] as const);

  test.each(rows)("of %s pass a dry run", async (_, { before }) => {
    const { document } = atOnce(advisor.advise(before));
    const { apiVersion, kind } = document as { apiVersion: string; kind: string };
    const { path, namespaced } = await collectionOf(apiVersion, kind);
    const body = structuredClone(document) as { metadata?: { namespace?: string } };
    if (namespaced) body.metadata = { ...body.metadata, namespace: "default" };
    const {
      status,
      body: answer,
      headers,
    } = await server.request("POST", `${path}?dryRun=All&fieldValidation=Strict`, { body });
    expect(status, JSON.stringify(answer)).toBe(201);
    if (advisor.verdict(apiVersion, kind) === undefined)
      expect(headers["warning"] ?? "").not.toContain("is deprecated");
  });
});
