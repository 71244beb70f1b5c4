import { describe, expect, it } from "vitest";
import type { FullAnswer, RequestContext } from "../../../ground/request/context.ts";
import { GNOSTIC_V2 } from "../../../model/schema/openapi/gnosticV2.ts";
import { GNOSTIC_V3 } from "../../../model/schema/openapi/gnosticV3.ts";
import { decodeGnostic } from "../../../model/schema/openapi/testing/decodeGnostic.ts";
import { openApiRoutes } from "./openApi.ts";
import { testSources } from "./testing/testSources.ts";

const sources = testSources();
const routes = new Map(openApiRoutes(sources));

async function get(url: string, headers: Record<string, string> = {}, method = "GET"): Promise<FullAnswer> {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const handler = routes.get(pathname.startsWith("/openapi/v2") ? "/openapi/v2" : "/openapi/v3");
  const context = { method, path: pathname, query: searchParams, headers, received: 0 } as unknown as RequestContext;
  return (await handler?.(context)) as FullAnswer;
}
const bytes = ({ body }: FullAnswer): Buffer =>
  Array.isArray(body) ? Buffer.concat(body as Uint8Array[]) : Buffer.from(body as Uint8Array);
const text = (answer: FullAnswer): string => bytes(answer).toString();
const linkOf = async (name: string): Promise<string> => {
  const { paths } = JSON.parse(text(await get("/openapi/v3"))) as {
    paths: Record<string, { serverRelativeURL: string } | undefined>;
  };
  return paths[name]?.serverRelativeURL ?? "";
};

describe("/openapi/v3", () => {
  it("lists documents with links that contain their hash", async () => {
    expect(await linkOf("apis/apps/v1")).toMatch(/^\/openapi\/v3\/apis\/apps\/v1\?hash=[0-9A-F]{128}$/);
    expect(await linkOf("version")).toMatch(/^\/openapi\/v3\/version\?hash=/);
    expect((await get("/openapi/v3/")).status).toBe(200);
  });

  it("makes documents with a hash in the URL cacheable", async () => {
    const link = await linkOf("apis/apps/v1");
    const answer = await get(link);
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        "content-type": "application/json",
        "cache-control": "public, immutable",
        expires: "Fri, 01 Jan 1971 00:00:00 GMT",
        etag: `"${link.split("hash=")[1]}"`,
        vary: "Accept",
      },
    });
    expect(JSON.parse(text(answer))).toMatchObject({ openapi: "3.0.0" });
  });

  it("has deterministic hashes", async () => {
    const other = new Map(openApiRoutes(testSources()));
    const index = await other.get("/openapi/v3")?.({
      method: "GET",
      path: "/openapi/v3",
      query: new URLSearchParams(),
      headers: {},
    } as unknown as RequestContext);
    expect(text(index as FullAnswer)).toBe(text(await get("/openapi/v3")));
  });

  it("redirects a stale link to the current one", async () => {
    const answer = await get("/openapi/v3/apis/apps/v1?hash=OLD");
    expect(answer).toMatchObject({ status: 301, headers: { location: await linkOf("apis/apps/v1") } });
  });

  it("changes only the documents of changed resources", async () => {
    const changing = testSources();
    const handler = new Map(openApiRoutes(changing)).get("/openapi/v3");
    const index = async (): Promise<Record<string, unknown>> => {
      const context = { method: "GET", path: "/openapi/v3", query: new URLSearchParams(), headers: {} };
      const answer = (await handler?.(context as unknown as RequestContext)) as FullAnswer;
      return (JSON.parse(text(answer)) as { paths: Record<string, unknown> }).paths;
    };
    const before = await index();
    const jobs = changing.catalog.find("batch", "v1", "jobs");
    if (jobs !== undefined) changing.catalog.remove(jobs);
    const after = await index();
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]))).toEqual([
      "apis/batch/v1",
    ]);
  });

  it("sends no cache-control without a hash", async () => {
    const { headers } = await get("/openapi/v3/api/v1");
    expect(headers).not.toHaveProperty("cache-control");
  });

  it("responds 304 to a matching ETag", async () => {
    const { headers } = await get("/openapi/v3/api/v1");
    const etag = headers["etag"] ?? "";
    for (const condition of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      expect(await get("/openapi/v3/api/v1", { "if-none-match": condition })).toMatchObject({ status: 304, body: "" });
    }
    expect((await get("/openapi/v3/api/v1", { "if-none-match": '"x"' })).status).toBe(200);
  });

  it("responds 404 for groups that are not served, and allows only reads", async () => {
    expect((await get("/openapi/v3/apis/none/v1")).status).toBe(404);
    expect((await get("/openapi/v2/more")).status).toBe(404);
    await expect(get("/openapi/v3", {}, "POST")).rejects.toMatchObject({ code: 405 });
  });

  it("responds 406 when it supports no accepted media type", async () => {
    expect((await get("/openapi/v3/api/v1", { accept: "text/html" })).status).toBe(406);
    expect((await get("/openapi/v3/api/v1?hash=OLD", { accept: "text/html" })).status).toBe(406);
    expect((await get("/openapi/v3/api/v1", { accept: "text/html, */*;q=0.1" })).status).toBe(200);
  });
});

describe("the protobuf forms", () => {
  it.each([
    ["/openapi/v2", 2, GNOSTIC_V2],
    ["/openapi/v3/apis/apps/v1", 3, GNOSTIC_V3],
    ["/openapi/v3/api/v1", 3, GNOSTIC_V3],
  ] as const)("of %s are equivalent to JSON", async (path, version, messages) => {
    const json = await get(path);
    const binary = await get(path, { accept: `application/com.github.proto-openapi.spec.v${version}@v1.0+protobuf` });
    expect(binary.headers).toMatchObject({
      "content-type": `application/com.github.proto-openapi.spec.v${version}.v1.0+protobuf`,
      etag: json.headers["etag"],
    });
    expect(decodeGnostic(messages, bytes(binary))).toEqual(JSON.parse(text(json)));
  });

  it("can also be requested by their newer media type", async () => {
    const accept = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf,application/json;q=0.5";
    expect((await get("/openapi/v2", { accept })).headers["content-type"]).toContain("protobuf");
  });
});
