import { describe, expect, it } from "vitest";
import { ApiError } from "../../shared/status.ts";
import { createVocabulary } from "../../shared/vocabulary.ts";
import type { ApiRequest } from "../api/requests/request.ts";
import type { ResourceType } from "../api/resourceType.ts";
import { complete } from "./complete.ts";
import type { Session } from "./model/command.ts";
import { describeObject } from "./model/describe.ts";
import { kindNamed, readTargets } from "./model/targets.ts";
import { runLine } from "./runLine.ts";

const type = (resource: string, kind: string, group: string, more: Partial<ResourceType> = {}): ResourceType => ({
  ...{ group, version: "v1", resource, kind, singular: kind.toLowerCase(), namespaced: true, verbs: ["list", "get"] },
  ...{ shortNames: [], categories: [], subresources: [], preferred: true },
  ...more,
});
const TYPES = [
  type("pods", "Pod", "", { shortNames: ["po"], categories: ["all"], subresources: ["log"] }),
  type("services", "Service", "", { shortNames: ["svc"], categories: ["all"] }),
  type("services", "Service", "serving.example.com"),
  type("deployments", "Deployment", "apps", { shortNames: ["deploy"], categories: ["all"] }),
  type("deployments", "Deployment", "apps", { version: "v1beta1", preferred: false }),
  type("nodes", "Node", "", { namespaced: false }),
];

function session(answer: (request: ApiRequest) => unknown = () => ({ items: [] })) {
  const said: string[] = [];
  const asked: ApiRequest[] = [];
  const fake = {
    ...{ types: TYPES, vocabulary: createVocabulary(), namespace: "dev", clusterName: "c", fieldManager: "m" },
    signal: new AbortController().signal,
    now: () => Date.parse("2026-01-01T00:01:00Z"),
    print: (text: string) => said.push(text),
    async ask(request: ApiRequest) {
      asked.push(request);
      return answer(request);
    },
  } as unknown as Session;
  return { fake, said, asked };
}

describe("Kinds", () => {
  it.each([
    ["po", "", "v1"],
    ["Pod", "", "v1"],
    ["service", "", "v1"],
    ["services.serving.example.com", "serving.example.com", "v1"],
    ["services.serving", "serving.example.com", "v1"],
    ["deploy", "apps", "v1"],
    ["deployments.v1beta1.apps", "apps", "v1beta1"],
  ])("%s", (word, group, version) => {
    expect(kindNamed(word, TYPES)).toMatchObject({ group, version });
  });

  it("are given one by one, separated by commas, as a category, or with object names", () => {
    const read = (...words: string[]) => readTargets(words, TYPES).map((each) => [each.type.resource, each.names]);
    expect(read("po,deploy", "a")).toEqual([
      ["pods", ["a"]],
      ["deployments", ["a"]],
    ]);
    expect(read("all").map(([resource]) => resource)).toEqual(["pods", "services", "deployments"]);
    expect(read("po/a", "deploy/b", "po/c")).toEqual([
      ["pods", ["a", "c"]],
      ["deployments", ["b"]],
    ]);
    expect(() => read("po/a/b")).toThrow("no such name");
  });
});

describe("runLine", () => {
  it("takes the namespace and the identity to impersonate from flags at any position", async () => {
    const { fake, asked } = session();
    await runLine("kubectl -n prod get pods --as=alice --as-group=dev", fake);
    expect(asked[0]?.path).toMatch(/^\/api\/v1\/namespaces\/prod\/pods\?/);
    expect(JSON.stringify(asked[0]?.headers)).toContain("alice");
  });

  it("prints errors like the reference's client", async () => {
    const { fake, said } = session(() => {
      throw new ApiError(403, "Forbidden", 'pods is forbidden: User "x" cannot list');
    });
    expect(await runLine("get pods", fake)).toBe(false);
    expect(said).toEqual(['Error from server (Forbidden): pods is forbidden: User "x" cannot list']);
  });

  it("lists the commands for an incomplete name, and reports an unknown one", async () => {
    const { fake, said } = session();
    await runLine("rollout", fake);
    await runLine("rollout sideways", fake);
    await runLine("dance", fake);
    expect(said[0]).toContain("rollout undo");
    expect(said[2]).toBe('error: unknown command "dance"; help lists those that there are');
    expect(await runLine("  ", fake)).toBe(true);
  });

  it("does not delete an object recreated under the same name", async () => {
    const { fake, asked } = session(({ method }) =>
      method === "DELETE" ? {} : { kind: "Pod", metadata: { name: "a", namespace: "dev", uid: "u1" } },
    );
    await runLine("delete pod a --wait=false", fake);
    expect(asked.at(-1)).toMatchObject({ method: "DELETE", body: { preconditions: { uid: "u1" } } });
  });
});

it("describes a secret without its values", () => {
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, data: { password: btoa("hunter2") } };
  const text = describeObject(secret, [], 0);
  expect(text).toContain("password: 7 bytes");
  expect(text).not.toContain(btoa("hunter2"));
});

it("completes commands, flags, kinds and names", async () => {
  const { fake } = session(() => ({ items: [{ metadata: { name: "web-1" } }, { metadata: { name: "web-2" } }] }));
  const line = async (text: string) => (await complete(text, fake)).line;
  expect(await line("desc")).toBe("describe ");
  expect(await line("get dep")).toBe("get deployments ");
  expect(await line("get pods w")).toBe("get pods web-");
  expect((await complete("get pods web-", fake)).choices).toEqual(["web-1", "web-2"]);
  expect(await line("get pods --all-n")).toBe("get pods --all-namespaces ");
  expect(await line("logs deploy/web-2")).toBe("logs deploy/web-2 ");
});
