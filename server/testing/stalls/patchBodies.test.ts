import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";
import { filled, type HostileBody, isWholeSweep, numbered, SWEPT, sendHostile } from "./hostileBody.ts";
import { hostileParts, type Place, placesIn, withPart } from "./schemaBodies.ts";
import { STORED, type StoredKind, storeObjects } from "./storedObjects.ts";

/**
 * Places, their content, and the way of patching, that blocked the event loop for longest. `ORRERY_SWEEP=all` patches
 * every list and map of these kinds, with all contents, in all ways, which takes an hour.
 */
const WORST: readonly (readonly [kind: string, name: string, way: Way, path: string, part: string])[] = [
  ["ConfigMap", "small", "apply", "data", "numbered"],
  ["ConfigMap", "large", "apply", "metadata.labels", "numbered"],
  ["Deployment", "large", "strategic", "spec.template.spec.initContainers.[].env", "numbered"],
  ["Holder", "large", "merge", "data", "numbered"],
];

type Way = "merge" | "strategic" | "json" | "apply";
const TYPES: Readonly<Record<Way, string>> = {
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  json: "application/json-patch+json",
  apply: "application/apply-patch+yaml",
};
/** Memory that may be needed to serve a body of very many small values. */
const ROOMY = { heap: 2 ** 31 };
/** Such a body creates a million small objects: the time for collecting them depends mostly on the machine's memory. */
const FILLED = { ...SWEPT.limits, margin: 3 };
const RUN = "dryRun=All&fieldManager=me";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ runtimeConfig: { "api/all": "true" } });
  await storeObjects(server);
}, 120_000);
afterAll(() => server.stop());

/** The patch that puts a hostile part at its place. */
function bodyOf({ apiVersion, kind, least }: StoredKind, name: string, way: Way, place: Place, part: string): string {
  if (way !== "json")
    return withPart(way === "apply" ? { apiVersion, kind, metadata: { name }, ...least } : {}, place, part);
  const whole = withPart({}, place, part);
  const [top = ""] = place.path;
  return `[{"op":"replace","path":"/${top}","value":${whole.slice(`{"${top}":`.length, -1)}}]`;
}

function rows(): HostileBody[] {
  const found: HostileBody[] = [];
  for (const stored of STORED) {
    for (const place of placesIn(stored.node)) {
      const at = place.path.join(".");
      for (const [part, make] of hostileParts(place.node)) {
        for (const name of ["small", "large"]) {
          for (const way of Object.keys(TYPES) as Way[]) {
            const isNamed = WORST.some((row) => row.join(" ") === [stored.kind, name, way, at, part].join(" "));
            if ((!isWholeSweep && !isNamed) || (way === "strategic" && stored.isCustom)) continue;
            const body = (): string => bodyOf(stored, name, way, place, make());
            const path = `${stored.path}/${name}?${RUN}${way === "apply" ? "&force=true" : ""}`;
            found.push({
              name: `${way} ${stored.kind} ${name} ${at} ${part}`,
              method: "PATCH",
              path,
              type: TYPES[way],
              body,
              status: 0,
            });
          }
        }
      }
    }
  }
  return found;
}

describe("a patch of a list or map that fills the body does not delay other clients", () => {
  const all = rows();

  it("has at least one row for each listed case", () => {
    expect(all.length).toBeGreaterThanOrEqual(WORST.length);
  });

  it.each(all)("$name", { timeout: 120_000 }, async (row) => {
    const { status } = await sendHostile(server, { ...row, limits: FILLED });
    expect([200, 400, 403, 409, 413, 422, 500]).toContain(status);
  });
});

const [MAPS, DEPLOYMENTS] = [STORED[0]?.path ?? "", STORED[1]?.path ?? ""];
const env = (items: string): string => `{"spec":{"template":{"spec":{"containers":[{"name":"c",${items}}]}}}}`;
const members = (count: number, value: string): string => numbered(count, (i) => `"k${i}":${value}`);

const DIRECTIVES: readonly HostileBody[] = [
  {
    name: "an element order with very many items",
    path: DEPLOYMENTS,
    body: () =>
      env(`"$setElementOrder/env":[${numbered(120_000, (i) => `{"name":"E${i}"}`)}],"env":[{"name":"E5","value":"7"}]`),
    status: 200,
  },
  {
    name: "an element order that does not match the items",
    path: DEPLOYMENTS,
    body: () =>
      env(
        `"$setElementOrder/env":[${numbered(60_000, (i) => `{"name":"E${i}"}`)}],"env":[${numbered(60_000, (i) => `{"name":"E${60_000 - i}"}`)}]`,
      ),
    status: 500,
  },
  {
    name: "very many items to delete",
    path: DEPLOYMENTS,
    body: () => env(`"env":[${numbered(70_000, (i) => `{"$patch":"delete","name":"E${i}"}`)}]`),
    status: 200,
  },
  {
    name: "a large map to replace",
    path: MAPS,
    body: () => `{"data":{"$patch":"replace",${members(200_000, '""')}}}`,
    status: 200,
  },
  {
    name: "very many keys to retain",
    path: MAPS,
    body: () => `{"data":{"$retainKeys":[${numbered(120_000, (i) => `"k${i}"`)}],${members(120_000, '""')}}}`,
    status: 200,
  },
  {
    name: "very many directives",
    path: MAPS,
    body: () => `{"metadata":{${numbered(80_000, (i) => `"$setElementOrder/${i}":[]`)}}}`,
    status: 500,
  },
  { name: "objects in a map of strings", path: MAPS, body: () => `{"data":{${members(200_000, "{}")}}}`, status: 422 },
].map((row) => ({ ...row, method: "PATCH", type: TYPES.strategic, path: `${row.path}/large?${RUN}` }) as const);

const OPERATIONS: readonly HostileBody[] = [
  {
    name: "ten thousand added members",
    body: () => numbered(10_000, (i) => `{"op":"add","path":"/data/x${i}","value":"y"}`),
    status: 200,
  },
  {
    name: "many copies of a large value",
    body: () =>
      `{"op":"add","path":"/x","value":{${members(100_000, '""')}}},${numbered(9000, (i) => `{"op":"copy","from":"/x","path":"/y${i}"}`)}`,
    status: 422,
  },
  {
    name: "a large spec of a replaced kind",
    body: () =>
      `{"op":"replace","path":"/kind","value":"Pod"},{"op":"add","path":"/spec","value":{"containers":[${filled("{},", 600_000)}{}]}}`,
    status: 422,
  },
  {
    name: "many copies of the data",
    body: () => numbered(9000, (i) => `{"op":"copy","from":"/data","path":"/y${i}"}`),
    status: 422,
  },
  {
    name: "many moves of the data",
    body: () =>
      numbered(4000, () => `{"op":"move","from":"/data","path":"/y"},{"op":"move","from":"/y","path":"/data"}`),
    status: 200,
  },
  {
    name: "many tests of the data",
    body: () => numbered(9000, () => `{"op":"test","path":"/data","value":{"a":1}}`),
    status: 422,
  },
  {
    name: "many tests of a copy of the data",
    body: () =>
      `{"op":"copy","from":"/data","path":"/y"},${numbered(40, () => `{"op":"test","path":"/y","value":{${members(2000, '""')}}}`)}`,
    status: 422,
  },
  {
    name: "a path as long as the body",
    body: () => `{"op":"add","path":"${filled("/a", 3_000_000)}","value":1}`,
    status: 422,
  },
  { name: "empty operations", body: () => `${filled("{},", 20_000)}{}`, status: 422 },
].map(
  (row) =>
    ({
      ...row,
      method: "PATCH",
      type: TYPES.json,
      path: `${MAPS}/large?${RUN}`,
      body: () => `[${row.body()}]`,
    }) as const,
);

describe("a patch that requires much work does not delay other clients", () => {
  it.each([...DIRECTIVES, ...OPERATIONS])("$name", { timeout: 120_000 }, async (row) => {
    const { status, text } = await sendHostile(server, { ...row, limits: ROOMY });
    expect({ status, text: status === row.status ? "" : text }).toEqual({ status: row.status, text: "" });
  });
});
