import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import type { TestAnswer } from "../httpClient.ts";
import { configMap, core, namespace } from "../objects.ts";
import { encryptedFolder, provider } from "../storage/encryptedFolder.ts";
import { startTestServer, type TestServer, type TestServerOptions, temporaryFolder } from "../testServer.ts";

const MERGE = { "content-type": "application/merge-patch+json" };
const maps = core("default", "configmaps");
const RBAC = "/apis/rbac.authorization.k8s.io/v1";

interface Changes {
  readonly items: { readonly type: string; readonly time: string; readonly object: ApiObject }[];
  readonly next?: number;
  readonly stretches: { readonly from: number; readonly to: number; readonly since: string }[];
  readonly gaps: { readonly after: number; readonly before: number; readonly changes: number }[];
}

const changesOf = ({ body }: TestAnswer) => body as unknown as Changes;
const version = ({ body }: TestAnswer): number => Number(body.metadata.resourceVersion);
const names = ({ body, text }: TestAnswer): unknown =>
  body.kind === "Status" ? text : body.items.map(({ metadata }) => metadata.name);

/** Servers with one second of history and a journal, and a clock that only the test advances. */
const time = { now: Date.now() };
const FORGETFUL: TestServerOptions = {
  historyRetention: 1000,
  etcdCompactionInterval: 1000,
  journalRetention: 3_600_000,
  now: () => time.now,
};
const forgetful = (more: TestServerOptions = {}): Promise<TestServer> => startTestServer({ ...FORGETFUL, ...more });

/** Advances time until the server has compacted a revision, once its journal, if it has one, has received that. */
async function forget(server: TestServer, revision: number, hasJournal = true): Promise<void> {
  // The last revision before a point in time stays readable.
  const last = version(await server.request("POST", maps, { body: configMap(`before-${revision}`) }));
  // A second of history is less than the journal may rest after its watch broke.
  await vi.waitFor(
    async () => {
      if (!hasJournal) return;
      const { stretches } = changesOf(await server.request("GET", `/journal${maps}?changes=true`));
      expect(stretches.at(-1)?.to).toBeGreaterThanOrEqual(last);
    },
    { interval: 100, timeout: 20_000 },
  );
  time.now += 5000;
  await server.request("POST", maps, { body: configMap(`after-${revision}`) });
  await vi.waitFor(
    async () => {
      const { status } = await server.request("GET", `${maps}?resourceVersion=${revision}&resourceVersionMatch=Exact`);
      expect(status).toBe(410);
    },
    { interval: 50, timeout: 20_000 },
  );
}

const exactly = (path: string, revision: number) =>
  `/journal${path}?resourceVersion=${revision}&resourceVersionMatch=Exact`;

describe("a server with a journal", () => {
  let server: TestServer;
  let first = 0;
  let second = 0;
  let deleted = 0;
  beforeAll(async () => {
    server = await forgetful();
    await server.request("POST", "/api/v1/namespaces", { body: namespace("other") });
    first = version(await server.request("POST", maps, { body: configMap("travels", { year: "1985" }) }));
    await server.request("POST", core("other", "configmaps"), { body: configMap("elsewhere") });
    second = version(
      await server.request("PATCH", `${maps}/travels`, { body: { data: { year: "1955" } }, headers: MERGE }),
    );
    await server.request("DELETE", `${maps}/travels`);
    deleted = version(await server.request("GET", maps));
    await forget(server, deleted);
  });
  afterAll(() => server.stop());

  it("responds 410 to regular reads of compacted revisions", async () => {
    const { status, body } = await server.request("GET", `${maps}?resourceVersion=${first}&resourceVersionMatch=Exact`);
    expect([status, body.reason]).toEqual([410, "Expired"]);
  });

  it("lists compacted revisions in all list formats, page by page", async () => {
    const then = await server.request("GET", exactly(maps, first));
    expect([then.status, names(then), then.body.metadata.resourceVersion]).toEqual([200, ["travels"], String(first)]);
    expect(then.body.items[0]?.["data"]).toEqual({ year: "1985" });
    const later = await server.request("GET", exactly(maps, second));
    expect(later.body.items[0]?.["data"]).toEqual({ year: "1955" });
    expect(names(await server.request("GET", exactly(maps, deleted)))).toEqual([]);
    const everywhere = exactly("/api/v1/configmaps", second);
    const page = await server.request("GET", `${everywhere}&limit=1`);
    expect(names(page)).toEqual(["travels"]);
    const token = (page.body.metadata as { continue?: string }).continue ?? "";
    const rest = await server.request("GET", `/journal/api/v1/configmaps?limit=5&continue=${token}`);
    expect(names(rest)).toContain("elsewhere");
    const accept = "application/json;as=Table;g=meta.k8s.io;v=v1";
    const table = await server.request("GET", exactly(maps, second), { headers: { accept } });
    expect(table.body.rows?.map(({ cells }) => cells[0])).toEqual(["travels"]);
    const selected = await server.request("GET", `${exactly(maps, second)}&fieldSelector=metadata.name%3Dtravels`);
    expect(names(selected)).toEqual(["travels"]);
  });

  it("returns one object at a revision", async () => {
    const at = (revision: number) => server.request("GET", `/journal${maps}/travels?resourceVersion=${revision}`);
    expect((await at(first)).body["data"]).toEqual({ year: "1985" });
    expect((await at(second)).body.metadata.resourceVersion).toBe(String(second));
    expect((await at(deleted)).status).toBe(404);
    expect((await at(1e9)).status).toBe(504);
    expect((await server.request("GET", `/journal${maps}/travels`)).status).toBe(400);
  });

  it("returns changes with times and the last state of deleted objects, page by page", async () => {
    const told = changesOf(await server.request("GET", `/journal${maps}/travels?changes=true`));
    expect(told.items.map(({ type, object }) => [type, (object as { data?: { year?: string } }).data?.year])).toEqual([
      ["ADDED", "1985"],
      ["MODIFIED", "1955"],
      ["DELETED", "1955"],
    ]);
    expect(told.items.map(({ object }) => Number(object.metadata.resourceVersion))).toEqual([first, second, deleted]);
    expect(told.items.map(({ time }) => Number.isNaN(Date.parse(time)))).toEqual([false, false, false]);
    expect([told.stretches.length, told.gaps]).toEqual([1, []]);
    const last = changesOf(await server.request("GET", `/journal${maps}?changes=true&limit=2&before=${deleted + 1}`));
    expect(last.items.map(({ type }) => type)).toEqual(["MODIFIED", "DELETED"]);
    const before = changesOf(await server.request("GET", `/journal${maps}?changes=1&before=${last.next}`));
    expect(before.items.at(-1)?.object.metadata.resourceVersion).toBe(String(first));
    expect((await server.request("GET", `/journal${maps}?changes=true&limit=0`)).status).toBe(400);
  });

  it("filters changes by selectors, as required for users with limited permissions", async () => {
    const rules = [{ apiGroups: [""], resources: ["configmaps"], resourceNames: ["travels"], verbs: ["watch"] }];
    await server.request("POST", `${RBAC}/clusterroles`, { body: { metadata: { name: "one-name" }, rules } });
    await server.request("POST", `${RBAC}/clusterrolebindings`, {
      body: {
        metadata: { name: "one-name" },
        subjects: [{ kind: "User", name: "alice", apiGroup: "rbac.authorization.k8s.io" }],
        roleRef: { kind: "ClusterRole", name: "one-name", apiGroup: "rbac.authorization.k8s.io" },
      },
    });
    const told = async (query: string, as: string) => {
      const answer = await server.request("GET", `/journal/api/v1/configmaps?changes=true&${query}`, { as });
      expect(answer.status).toBe(200);
      return new Set(changesOf(answer).items.map(({ object }) => object.metadata.name));
    };
    expect(await told("fieldSelector=metadata.name%3Dtravels", "alice")).toEqual(new Set(["travels"]));
    expect((await told("", "admin")).size).toBeGreaterThan(1);
    expect(await told("labelSelector=kept%3Dnowhere", "admin")).toEqual(new Set());
    const wrong = await server.request("GET", `/journal${maps}?changes=true&fieldSelector=spec.x%3D1`);
    expect(wrong.status).toBe(400);
  });

  it("returns only what the user may currently read", async () => {
    const rules = [
      { apiGroups: [""], resources: ["configmaps"], verbs: ["list"] },
      { apiGroups: [""], resources: ["configmaps"], resourceNames: ["travels"], verbs: ["get", "watch"] },
    ];
    const roles = `${RBAC}/namespaces/default`;
    await server.request("POST", `${roles}/roles`, { body: { metadata: { name: "reader" }, rules } });
    const subjects = [{ kind: "User", name: "bob", apiGroup: "rbac.authorization.k8s.io" }];
    const roleRef = { kind: "Role", name: "reader", apiGroup: "rbac.authorization.k8s.io" };
    await server.request("POST", `${roles}/rolebindings`, {
      body: { metadata: { name: "reader" }, subjects, roleRef },
    });
    const asBob = async (path: string) => {
      const { status, body } = await server.request("GET", path, { as: "bob" });
      return status === 200 ? 200 : `${status} ${body.message?.split(":")[1]?.trim()}`;
    };
    expect(await asBob(exactly(maps, first))).toBe(200);
    expect(await asBob(`/journal${maps}/travels?resourceVersion=${first}`)).toBe(200);
    expect(await asBob(`/journal${maps}/travels?changes=true`)).toBe(200);
    expect(await asBob(`/journal${maps}?changes=true&fieldSelector=metadata.name%3Dtravels`)).toBe(200);
    const may = 'User "bob" cannot';
    const within = 'resource "configmaps" in API group "" in the namespace';
    expect(await asBob(`/journal${maps}?changes=true`)).toBe(`403 ${may} watch ${within} "default"`);
    expect(await asBob(`/journal${maps}/other?resourceVersion=${first}`)).toBe(`403 ${may} get ${within} "default"`);
    expect(await asBob(exactly(core("other", "configmaps"), first))).toBe(`403 ${may} list ${within} "other"`);
    expect(await asBob(exactly(core("default", "secrets"), first))).toMatch(/^403 /);
    expect(await asBob("/journal")).toMatch(/^403 /);
    expect((await server.request("GET", exactly(maps, first), { as: "nobody" })).status).toBe(403);
  });

  it("reports its coverage and size", async () => {
    const { body } = await server.request("GET", "/journal");
    expect(body).toMatchObject({ retentionSeconds: 3600, maxBytes: 64 * 1024 * 1024, gaps: [] });
    expect((body as unknown as { bytes: number }).bytes).toBeGreaterThan(0);
    expect((await server.request("DELETE", "/journal")).status).toBe(405);
  });

  it("refuses requests that are not reads of stored objects", async () => {
    expect((await server.request("POST", `/journal${maps}`, { body: configMap("x") })).status).toBe(404);
    expect((await server.request("GET", `/journal${maps}?watch=true`)).status).toBe(400);
    expect((await server.request("GET", `/journal${maps}/travels/status?changes=true`)).status).toBe(404);
    expect((await server.request("GET", "/journal/api/v1/nonsense?changes=true")).status).toBe(404);
    expect((await server.request("GET", "/journal/api/v1/componentstatuses?changes=true")).status).toBe(405);
  });
});

it("a server without a journal has no journal path and no folder", async () => {
  const server = await startTestServer();
  try {
    expect((await server.request("GET", "/journal")).status).toBe(404);
    expect((await server.request("GET", `/journal${maps}?changes=true`)).status).toBe(404);
    expect((await server.request("GET", `/journal${maps}`, { as: "bob" })).body.message).toContain("/journal");
    expect(await readdir(server.dataDir)).not.toContain("journal");
  } finally {
    await server.stop();
  }
});

describe("a journal after a restart", () => {
  let dataDir: string;
  afterEach(() => rm(dataDir, { recursive: true }));

  it("continues without a gap, including changes before the first flush", async () => {
    dataDir = await temporaryFolder();
    const before = await forgetful({ dataDir });
    const made = version(await before.request("POST", maps, { body: configMap("a", { v: "1" }) }));
    await before.stop();
    const after = await forgetful({ dataDir });
    try {
      await after.request("PATCH", `${maps}/a`, { body: { data: { v: "2" } }, headers: MERGE });
      await forget(after, made);
      const then = await after.request("GET", exactly(maps, made));
      expect(then.body.items[0]?.["data"]).toEqual({ v: "1" });
      const told = changesOf(await after.request("GET", `/journal${maps}/a?changes=true`));
      expect(told.items.map(({ type }) => type)).toEqual(["ADDED", "MODIFIED"]);
      expect([told.stretches.length, told.gaps]).toEqual([1, []]);
    } finally {
      await after.stop();
    }
  });

  it("has a reported gap for the time when the journal was off", async () => {
    dataDir = await temporaryFolder();
    const before = await forgetful({ dataDir });
    const made = version(await before.request("POST", maps, { body: configMap("a", { v: "1" }) }));
    await vi.waitFor(
      async () => {
        const { items } = changesOf(await before.request("GET", `/journal${maps}/a?changes=true`));
        expect(items).toHaveLength(1);
      },
      { interval: 20, timeout: 10_000 },
    );
    await before.stop();
    const without = await forgetful({ dataDir, journalRetention: 0 });
    const missed = version(await without.request("PATCH", `${maps}/a`, { body: { data: { v: "2" } }, headers: MERGE }));
    await forget(without, missed, false);
    await without.stop();
    const after = await forgetful({ dataDir });
    try {
      const told = await vi.waitFor(
        async () => {
          const answer = changesOf(await after.request("GET", `/journal${maps}/a?changes=true`));
          expect(answer.gaps).toHaveLength(1);
          return answer;
        },
        { interval: 50, timeout: 10_000 },
      );
      expect(told.gaps[0]?.changes).toBeGreaterThan(0);
      expect((await after.request("GET", exactly(maps, made))).status).toBe(200);
      expect((await after.request("GET", exactly(maps, missed))).status).toBe(410);
    } finally {
      await after.stop();
    }
  });
});

it("keeps encrypted values encrypted, and reads them with the current keys", async () => {
  const folder = await encryptedFolder();
  const secrets = core("default", "secrets");
  let made = 0;
  const body = { metadata: { name: "s" }, stringData: { password: "planted-in-a-secret" } };
  try {
    const key = provider("aesgcm", "key1");
    await folder.serve(
      [key],
      async (server) => {
        made = version(await server.request("POST", secrets, { body }));
        await server.request("DELETE", `${secrets}/s`);
        await forget(server, made);
        const then = await server.request("GET", exactly(secrets, made));
        expect(then.body.items[0]?.["data"]).toEqual({
          password: Buffer.from("planted-in-a-secret").toString("base64"),
        });
        const told = changesOf(await server.request("GET", `/journal${secrets}/s?changes=true`));
        expect(told.items.map(({ type }) => type)).toEqual(["ADDED", "DELETED"]);
        expect(JSON.stringify(told.items[1])).toContain(Buffer.from("planted-in-a-secret").toString("base64"));
      },
      FORGETFUL,
    );
    // Without the key, the journal shows nothing of it.
    await folder.serve(
      [provider("aesgcm", "key2")],
      async (server) => {
        const told = changesOf(await server.request("GET", `/journal${secrets}/s?changes=true`));
        expect(told.items).toEqual([]);
        expect((await server.request("GET", exactly(secrets, made))).status).toBe(500);
      },
      FORGETFUL,
    );
    for (const name of await readdir(join(folder.path, "journal"))) {
      const bytes = await readFile(join(folder.path, "journal", name), "latin1");
      expect(bytes).not.toContain(Buffer.from("planted-in-a-secret").toString("base64"));
    }
  } finally {
    await folder.remove();
  }
});
