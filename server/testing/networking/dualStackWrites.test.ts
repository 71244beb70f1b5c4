import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestAnswer } from "../httpClient.ts";
import { core, service } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const services = core("default", "services");
const PATCHES = {
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  json: "application/json-patch+json",
};

interface Spec extends Record<string, unknown> {
  readonly clusterIP?: string;
  readonly clusterIPs?: string[];
  readonly ipFamilies?: string[];
  readonly ipFamilyPolicy?: string;
}

const FOUR = expect.stringMatching(/^10\.21\.0\.\d+$/);
const SIX = expect.stringMatching(/^fd00:21::[1-7]$/);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ serviceClusterIpRange: "10.21.0.0/27,fd00:21::/125" });
});
afterAll(() => server.stop());

const create = (name: string, spec?: Spec) => server.request("POST", services, { body: service(name, spec) });
const get = (name: string) => server.request("GET", `${services}/${name}`);
/** Replaces a service by one with just these fields. */
const put = (name: string, spec: Spec = {}, query = "") =>
  server.request("PUT", `${services}/${name}${query}`, { body: service(name, spec) });
const patch = (name: string, body: unknown, type: keyof typeof PATCHES = "merge", query = "") =>
  server.request("PATCH", `${services}/${name}${query}`, { body, headers: { "content-type": PATCHES[type] } });
const apply = (manager: string, name: string, spec: Spec, query = "") =>
  server.request("PATCH", `${services}/${name}?fieldManager=${manager}${query}`, {
    body: service(name, spec),
    headers: { "content-type": "application/apply-patch+yaml" },
  });
const remove = (name: string) => server.request("DELETE", `${services}/${name}`);

const specOf = (answer: TestAnswer): Spec => {
  expect(answer.body.message).toBeUndefined();
  return answer.body["spec"] as Spec;
};
const refusal = (answer: TestAnswer, status = 422): string | undefined => {
  expect([answer.status, answer.body.message]).toEqual([status, expect.any(String)]);
  return answer.body.message?.replace(/^.* is invalid: /, "");
};
const BOTH = { ipFamilyPolicy: "RequireDualStack" };

/** Every free address of the second range, which has seven. */
async function freeSixes(): Promise<number> {
  const names: string[] = [];
  for (;;) {
    const name = `filler-${names.length}`;
    const made = await create(name, { ipFamilies: ["IPv6"] });
    if (made.status !== 201) break;
    names.push(name);
  }
  for (const name of names) await remove(name);
  return names.length;
}

afterEach(async () => {
  const { items } = (await server.request("GET", services)).body;
  for (const { metadata } of items) if (metadata.name !== "kubernetes") await remove(metadata.name ?? "");
  expect(await freeSixes()).toBe(7);
});

describe("PUT of a dual-stack service", () => {
  it("keeps addresses, families and policy when they are omitted", async () => {
    for (const [name, asked] of [
      ["one", {}],
      ["both", BOTH],
      ["turned", { ...BOTH, ipFamilies: ["IPv6", "IPv4"] }],
    ] as const) {
      const before = specOf(await create(name, asked as Spec));
      expect(specOf(await put(name))).toEqual(before);
      const { clusterIP = "" } = before;
      // Clients from before there were two addresses send back the only one that they support.
      expect(specOf(await put(name, { clusterIP }))).toEqual(before);
      expect(specOf(await put(name, { clusterIPs: before.clusterIPs ?? [] }))).toEqual(before);
    }
  });

  it("adds or removes the second address when the policy changes", async () => {
    const first = specOf(await create("web"));
    const both = specOf(await put("web", BOTH));
    expect(both).toMatchObject({ clusterIP: first.clusterIP, clusterIPs: [first.clusterIP, SIX] });
    expect(both.ipFamilies).toEqual(["IPv4", "IPv6"]);
    expect(specOf(await put("web", { ipFamilyPolicy: "PreferDualStack" })).clusterIPs).toEqual(both.clusterIPs);
    const { ipFamilyPolicy: _, ...single } = specOf(await put("web", { ipFamilyPolicy: "SingleStack" }));
    expect(single).toEqual({ ...single, clusterIPs: [first.clusterIP], ipFamilies: ["IPv4"] });
  });

  it("never changes the first address, whatever the other fields say", async () => {
    const { clusterIP = "", clusterIPs: [, second = ""] = [] } = specOf(await create("web", BOTH));
    const other = clusterIP === "10.21.0.30" ? "10.21.0.29" : "10.21.0.30";
    expect(refusal(await put("web", { clusterIP: other }))).toBe(
      "spec.ipFamilyPolicy: Invalid value: \"RequireDualStack\": must be 'SingleStack' to release the secondary cluster IP",
    );
    expect(refusal(await put("web", { clusterIP: other, ipFamilyPolicy: "SingleStack" }))).toBe(
      `spec.clusterIPs[0]: Invalid value: []string{"${other}"}: may not change once set`,
    );
    expect(refusal(await put("web", { clusterIP, clusterIPs: [second, clusterIP] }))).toBe(
      `spec.clusterIPs: Invalid value: []string{"${second}", "${clusterIP}"}: first value must match \`clusterIP\``,
    );
    expect(refusal(await put("web", { ipFamilies: ["IPv6", "IPv4"] }))).toContain(
      `spec.clusterIPs[0]: Invalid value: "${clusterIP}": expected an IPv6 value as indicated by \`ipFamilies[0]\``,
    );
    expect(refusal(await put("web", { ipFamilies: ["IPv4"] }))).toContain("to release the secondary IP family");
    expect(refusal(await put("web", { clusterIP: "None" }))).toContain("to release the secondary cluster IP");
    expect(specOf(await get("web")).clusterIPs).toEqual([clusterIP, second]);
  });

  it("cannot make a service with an address headless", async () => {
    await create("web");
    expect(refusal(await put("web", { clusterIP: "None" }))).toBe(
      'spec.clusterIPs[0]: Invalid value: []string{"None"}: may not change once set',
    );
    expect(refusal(await put("web", { clusterIP: "None", ...BOTH }))).toMatch(
      /^spec\.clusterIPs\[0\]: Invalid value: \[\]string\{"None", "fd00:21::\d"\}: may not change once set$/,
    );
  });
});

describe("PATCH of a dual-stack service", () => {
  it("changes the families with every patch type", async () => {
    const { clusterIP } = specOf(await create("web"));
    const policy = (ipFamilyPolicy: string) => ({ spec: { ipFamilyPolicy } });
    for (const type of ["merge", "strategic"] as const) {
      expect(specOf(await patch("web", policy("PreferDualStack"), type)).clusterIPs).toEqual([clusterIP, SIX]);
      expect(specOf(await patch("web", policy("SingleStack"), type)).clusterIPs).toEqual([clusterIP]);
      // The first list determines which addresses stay; the other list follows.
      await patch("web", policy("RequireDualStack"), type);
      const cut = { spec: { clusterIPs: [clusterIP], ipFamilyPolicy: "SingleStack" } };
      expect(specOf(await patch("web", cut, type))).toMatchObject({ clusterIPs: [clusterIP], ipFamilies: ["IPv4"] });
    }
    const set = (path: string, value: unknown) => ({ op: "replace", path: `/spec/${path}`, value });
    const both = specOf(await patch("web", [set("ipFamilyPolicy", "RequireDualStack")], "json"));
    expect(both).toMatchObject({ clusterIPs: [clusterIP, SIX], ipFamilies: ["IPv4", "IPv6"] });
    expect(refusal(await patch("web", [{ op: "remove", path: "/spec/clusterIPs/1" }], "json"))).toBe(
      "spec.ipFamilyPolicy: Invalid value: \"RequireDualStack\": must be 'SingleStack' to release the secondary cluster IP",
    );
    const cut = [{ op: "remove", path: "/spec/clusterIPs/1" }, set("ipFamilyPolicy", "SingleStack")];
    expect(specOf(await patch("web", cut, "json"))).toMatchObject({ clusterIPs: [clusterIP], ipFamilies: ["IPv4"] });
  });

  it("of the status changes no spec field", async () => {
    const before = await create("web");
    const body = { spec: BOTH, status: { conditions: [] } };
    const answer = await server.request("PATCH", `${services}/web/status`, {
      body,
      headers: { "content-type": PATCHES.merge },
    });
    expect(specOf(answer)).toEqual(specOf(before));
    const whole = { ...before.body, spec: { ...specOf(before), ...BOTH } };
    const put = await server.request("PUT", `${services}/web/status`, { body: whole });
    expect(specOf(put)).toEqual(specOf(before));
    expect(await freeSixes()).toBe(7);
  });

  it("restores removed address fields", async () => {
    const before = specOf(await create("web", BOTH));
    for (const field of ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"]) {
      expect(specOf(await patch("web", { spec: { [field]: null } }))).toEqual(before);
      expect(specOf(await patch("web", { spec: { [field]: null } }, "strategic"))).toEqual(before);
      expect(specOf(await patch("web", [{ op: "remove", path: `/spec/${field}` }], "json"))).toEqual(before);
    }
    const all = { clusterIP: null, clusterIPs: null, ipFamilies: null, ipFamilyPolicy: null };
    expect(specOf(await patch("web", { spec: all }))).toEqual(before);
  });
});

describe("apply of a dual-stack service", () => {
  const owned = (answer: TestAnswer, manager: string): Record<string, unknown> => {
    const entries = answer.body.metadata.managedFields ?? [];
    const fields = entries.find((each) => each.manager === manager)?.fieldsV1 as Record<string, unknown> | undefined;
    return (fields?.["f:spec"] ?? {}) as Record<string, unknown>;
  };

  it("keeps allocated addresses, which no manager owns", async () => {
    const made = await apply("a", "web", BOTH);
    expect(specOf(made)).toMatchObject({ clusterIPs: [FOUR, SIX], ipFamilies: ["IPv4", "IPv6"] });
    expect(Object.keys(owned(made, "a"))).toEqual(["f:ipFamilyPolicy", "f:ports", "f:selector"]);
    const again = await apply("a", "web", BOTH);
    expect(again.body).toEqual(made.body);
    // When the manager no longer applies the policy, its value stays.
    const less = await apply("a", "web", {});
    expect(specOf(less)).toEqual(specOf(made));
    expect(Object.keys(owned(less, "a"))).toEqual(["f:ports", "f:selector"]);
  });

  it("changes the families with the policy, also when previously applied lists are omitted", async () => {
    const named = {
      ...BOTH,
      clusterIP: "10.21.0.9",
      clusterIPs: ["10.21.0.9", "fd00:21::5"],
      ipFamilies: ["IPv4", "IPv6"],
    };
    expect(specOf(await apply("a", "web", named))).toMatchObject(named);
    const single = specOf(await apply("a", "web", { ipFamilyPolicy: "SingleStack" }));
    expect(single).toMatchObject({ clusterIP: "10.21.0.9", clusterIPs: ["10.21.0.9"], ipFamilies: ["IPv4"] });
    expect(specOf(await apply("a", "web", { ipFamilyPolicy: "PreferDualStack" })).clusterIPs).toEqual([
      "10.21.0.9",
      SIX,
    ]);
    // Lists with unchanged values follow the policy, even when they are applied.
    const { clusterIPs = [] } = specOf(await get("web"));
    const kept = { clusterIPs, ipFamilies: ["IPv4", "IPv6"], ipFamilyPolicy: "SingleStack" };
    expect(specOf(await apply("a", "web", kept))).toMatchObject({ clusterIPs: ["10.21.0.9"], ipFamilies: ["IPv4"] });
  });

  it("allows managers to agree on the families, or one to take them over with force", async () => {
    const { clusterIPs } = specOf(await apply("a", "web", BOTH));
    expect((await apply("b", "web", BOTH)).status).toBe(200);
    const other = { ipFamilyPolicy: "SingleStack" };
    expect(refusal(await apply("b", "web", other), 409)).toBe(
      'Apply failed with 1 conflict: conflict with "a": .spec.ipFamilyPolicy',
    );
    expect(specOf(await get("web")).clusterIPs).toEqual(clusterIPs);
    const taken = await apply("b", "web", other, "&force=true");
    expect(specOf(taken)).toMatchObject({ ...other, clusterIPs: clusterIPs?.slice(0, 1), ipFamilies: ["IPv4"] });
    expect(Object.keys(owned(taken, "a"))).toEqual(["f:ports", "f:selector"]);
    expect(owned(taken, "b")).toHaveProperty("f:ipFamilyPolicy");
    // The first manager may still apply the rest.
    expect(specOf(await apply("a", "web", {}))).toEqual(specOf(taken));
    expect(refusal(await apply("a", "web", BOTH), 409)).toContain('conflict with "b"');
  });

  it("refuses a second address that another service has", async () => {
    await apply("a", "holder", { ipFamilies: ["IPv6"], clusterIPs: ["fd00:21::5"], clusterIP: "fd00:21::5" });
    const { clusterIP = "" } = specOf(await apply("a", "web", {}));
    const wanted = { ...BOTH, clusterIP, clusterIPs: [clusterIP, "fd00:21::5"] };
    expect(refusal(await apply("b", "web", wanted))).toBe(
      `spec.clusterIPs: Invalid value: []string{"${clusterIP}", "fd00:21::5"}: failed to allocate IP fd00:21::5: provided IP is already allocated`,
    );
    await remove("holder");
    expect(specOf(await apply("b", "web", wanted)).clusterIPs).toEqual(wanted.clusterIPs);
  });
});

it("dry runs of any kind allocate and release no addresses", async () => {
  const dry = "?dryRun=All";
  const { clusterIP } = specOf(await create("one"));
  const { clusterIPs = [] } = specOf(await create("both", BOTH));
  const six = clusterIPs[1] ?? "";
  const upgraded = { clusterIPs: [clusterIP, "fd00:21::"], ipFamilies: ["IPv4", "IPv6"] };
  for (let round = 0; round < 8; round++) {
    expect(specOf(await put("one", BOTH, dry))).toMatchObject(upgraded);
    expect(specOf(await patch("one", { spec: BOTH }, "merge", dry))).toMatchObject(upgraded);
    expect(specOf(await apply("a", "one", BOTH, "&dryRun=All&force=true"))).toMatchObject(upgraded);
    const chosen = { ...BOTH, clusterIPs: [clusterIP ?? "", "fd00:21::6"] };
    expect(specOf(await put("one", chosen, dry)).clusterIPs).toEqual(chosen.clusterIPs);
  }
  const single = { ipFamilyPolicy: "SingleStack" };
  for (const answer of [
    await put("both", single, dry),
    await patch("both", { spec: single }, "strategic", dry),
    await apply("a", "both", single, "&dryRun=All&force=true"),
  ]) {
    expect(specOf(answer).clusterIPs).toEqual(clusterIPs.slice(0, 1));
    expect(refusal(await create("thief", { clusterIP: six }))).toContain("already allocated");
  }
  expect(specOf(await get("one"))).toMatchObject({ clusterIPs: [clusterIP], ...single });
  expect(await freeSixes()).toBe(6);
});

describe("a service without a cluster IP", () => {
  it("has the families of its policy when the policy changes in either direction", async () => {
    const headless = { clusterIP: "None" };
    const made = specOf(await create("web", headless));
    expect(made).toMatchObject({ clusterIPs: ["None"], ipFamilies: ["IPv4"], ipFamilyPolicy: "SingleStack" });
    const both = specOf(await patch("web", { spec: BOTH }));
    expect(both).toMatchObject({ clusterIPs: ["None"], ipFamilies: ["IPv4", "IPv6"] });
    expect(specOf(await put("web"))).toEqual(both);
    expect(specOf(await patch("web", { spec: { ipFamilyPolicy: "SingleStack" } })).ipFamilies).toEqual(["IPv4"]);
    expect(specOf(await apply("a", "web", BOTH, "&force=true")).ipFamilies).toEqual(["IPv4", "IPv6"]);
    expect(refusal(await put("web", { clusterIP: "10.21.0.9", clusterIPs: ["10.21.0.9"] }))).toContain(
      "spec.clusterIPs[0]: Invalid value:",
    );
  });

  it("gets addresses when it is no longer ExternalName, and releases them when it becomes ExternalName", async () => {
    const name = { type: "ExternalName", externalName: "a.example" };
    const ip = { type: "ClusterIP" };
    const bare = (answer: TestAnswer) => {
      const found = specOf(answer);
      expect(Object.keys(found).filter((field) => /^(clusterIP|ipFamil)/.test(field))).toEqual([]);
    };
    bare(await create("web", name));
    for (const six of ["fd00:21::3", "fd00:21::4"]) {
      const first = specOf(await create("probe", { clusterIP: six, ...BOTH }));
      expect(first.clusterIPs).toEqual([six, FOUR]);
      // The object as read by a client, sent back with another type.
      bare(await put("probe", { ...first, ...name }));
      expect(specOf(await create("heir", { clusterIP: six })).clusterIP).toBe(six);
      await remove("heir");
      expect(specOf(await put("probe", ip))).toMatchObject({ clusterIPs: [FOUR], ipFamilyPolicy: "SingleStack" });
      bare(await put("probe", name));
      await remove("probe");
    }
    expect(specOf(await put("web", { ...ip, ...BOTH, ipFamilies: ["IPv6"] }))).toMatchObject({
      clusterIPs: [SIX, FOUR],
      ipFamilies: ["IPv6", "IPv4"],
    });
    bare(await patch("web", { spec: name }));
    expect(specOf(await apply("a", "web", ip, "&force=true")).clusterIPs).toEqual([FOUR]);
    expect(refusal(await put("web", { ...name, ...BOTH }))).toBe(
      "spec.ipFamilyPolicy: Forbidden: may not be set for ExternalName services",
    );
  });
});

it("concurrent upgrades of a service allocate one second address", async () => {
  const { clusterIP } = specOf(await create("web"));
  for (let round = 0; round < 4; round++) {
    const ask = (i: number) =>
      i % 3 === 0
        ? put("web", BOTH)
        : i % 3 === 1
          ? patch("web", { spec: { ipFamilyPolicy: "PreferDualStack" } })
          : apply(`m${i}`, "web", BOTH, "&force=true");
    const answers = await Promise.all(Array.from({ length: 9 }, (_, i) => ask(i)));
    const pairs = new Set(answers.map((answer) => specOf(answer).clusterIPs?.join()));
    expect(pairs.size).toBe(1);
    expect(await freeSixes()).toBe(6);
    expect(specOf(await patch("web", { spec: { ipFamilyPolicy: "SingleStack" } })).clusterIPs).toEqual([clusterIP]);
    expect(await freeSixes()).toBe(7);
  }
});
