import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { MetricRegistry } from "../../ground/observability/registry/metricRegistry.ts";
import { createFeatureGates } from "../../ground/settings/featureGates.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { AS_SPECIFIED } from "../../ground/settings/quirks.ts";
import { loadSchema } from "../../model/schema/schema.ts";
import { planAuthorization } from "./config/plan.ts";
import { type Authorization, setUpAuthorization } from "./setup.ts";
import { podAttributes, testUser } from "./testing/attributes.ts";
import { memoryReader } from "./testing/memoryReader.ts";

const schema = loadSchema();
let folder = "";
let running: Authorization | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-test-"));
});
afterEach(() => running?.stop());
afterAll(() => rm(folder, { recursive: true }));

const RBAC = { type: "RBAC", name: "rbac" };
const ALLOW = { type: "AlwaysAllow", name: "alwaysallow" };
const webhook = (kubeConfigFile?: string) => ({
  type: "Webhook",
  name: "hook",
  webhook: {
    timeout: "3s",
    subjectAccessReviewVersion: "v1",
    failurePolicy: "Deny",
    connectionInfo:
      kubeConfigFile === undefined ? { type: "InClusterConfig" } : { type: "KubeConfigFile", kubeConfigFile },
  },
});
const file = (): string => join(folder, "config.yaml");
/** Writes atomically, so that the server never reads a partial file. */
const write = async (authorizers: object[], more = ""): Promise<void> => {
  const kind = { kind: "AuthorizationConfiguration", apiVersion: "apiserver.config.k8s.io/v1" };
  await writeFile(`${file()}.new`, JSON.stringify({ ...kind, authorizers }) + more);
  await rename(`${file()}.new`, file());
};

async function setUp(authorizers: object[]) {
  await write(authorizers);
  const registry = new MetricRegistry();
  const told: string[] = [];
  const features = createFeatureGates();
  running = await setUpAuthorization(
    await planAuthorization({ authorizationConfig: file() }, schema, features, AS_SPECIFIED),
    {
      reader: memoryReader(),
      schema,
      features,
      registry,
      now: () => 0,
      onError: (error, what) => told.push(`${what}: ${messageOf(error)}`),
    },
  );
  const { authorizer } = running;
  return {
    authorizer,
    told,
    decision: async (...groups: string[]) =>
      (await authorizer.authorize(testUser("alice", ...groups), podAttributes())).decision,
    reloads: async () => (await registry.text()).match(/automatic_reloads_total\{.*/g) ?? [],
  };
}

describe("setUpAuthorization", () => {
  it("gives system:masters precedence over all authorizers and decides synchronously without webhooks", async () => {
    const { authorizer, decision } = await setUp([{ type: "AlwaysDeny", name: "alwaysdeny" }]);
    expect(await decision("system:masters")).toBe("allow");
    expect(authorizer.authorize(testUser("alice"), podAttributes())).toEqual({
      decision: "noOpinion",
      reason: "Everything is forbidden.",
    });
  });

  it("rejects webhooks that cannot be set up", async () => {
    await expect(setUp([webhook()])).rejects.toThrow(OptionError);
    await expect(setUp([webhook()])).rejects.toThrow(
      "unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be defined",
    );
    const broken = join(folder, "broken.yaml");
    await writeFile(broken, "token: very-secret");
    const error = await setUp([webhook(broken)]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OptionError);
    expect((error as Error).message).not.toContain("very-secret");
  });

  it("keeps the previous configuration if a new one is invalid", async () => {
    const { decision, told } = await setUp([RBAC]);
    await write([RBAC, { type: "Node", name: "node" }, ALLOW]);
    await expect.poll(() => told).toHaveLength(1);
    expect(told[0]).toBe(
      "authorization configuration kept as it was: authorizer type Node is not allowed if it was not enabled at initial server startup",
    );
    expect(await decision()).toBe("noOpinion");
    await write([ALLOW]);
    await expect.poll(() => told).toHaveLength(2);
    expect(told[1]).toContain("missing required types: [RBAC]");
    await write([RBAC, ALLOW]);
    await expect.poll(() => decision()).toBe("allow");
  });

  it("ignores changes that are only textual", async () => {
    const { decision, reloads } = await setUp([RBAC]);
    await write([RBAC], "\n\n");
    await write([RBAC, ALLOW]);
    await expect.poll(() => decision()).toBe("allow");
    await write([RBAC, ALLOW], "\n");
    await write([RBAC]);
    await expect.poll(() => decision()).toBe("noOpinion");
    const [line = "", ...others] = await reloads();
    expect(line).toMatch(/status="success".* 2$/);
    expect(others).toEqual([]);
  });
});
