import { describe, expect, it } from "vitest";
import { gatedServers, MERGE, messageOf, POD_PATH, type PodParts, pod, storeFolder } from "./gatedPods.ts";

const start = gatedServers();

/** What a pod may contain only when a gate is enabled, and the errors otherwise. */
interface LooseRule extends PodParts {
  readonly gate: string;
  /**
   * Cause of the refusal when the gate is disabled, and, if there are limits even when it is enabled, when it is
   * enabled.
   */
  readonly closed: string;
}

const ENVIRONMENT =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')";
const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

const RULES: readonly LooseRule[] = [
  {
    gate: "RelaxedEnvironmentVariableValidation",
    container: { env: [{ name: "1 or two", value: "x" }] },
    closed: `spec.containers[0].env[0].name: Invalid value: "1 or two": ${ENVIRONMENT}`,
  },
  {
    gate: "RelaxedEnvironmentVariableValidation",
    container: { envFrom: [{ prefix: "..", configMapRef: { name: "c" } }] },
    closed: `spec.containers[0].envFrom[0].prefix: Invalid value: "..": must not be '..'`,
  },
  {
    gate: "RelaxedDNSSearchValidation",
    spec: { dnsConfig: { searches: [".", "_sip._tcp.example.com."] } },
    closed: `[spec.dnsConfig.searches[0]: Invalid value: "": ${SUBDOMAIN}, spec.dnsConfig.searches[1]: Invalid value: "_sip._tcp.example.com": ${SUBDOMAIN}]`,
  },
  {
    gate: "PodLifecycleSleepActionAllowZero",
    container: { lifecycle: { preStop: { sleep: { seconds: 0 } } } },
    closed:
      "spec.containers[0].lifecycle.preStop.sleep: Invalid value: 0: must be greater than 0 and less than terminationGracePeriodSeconds (30). Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.",
  },
];

describe.each(RULES)("$gate", ({ gate, closed, ...rule }) => {
  it("accepts relaxed pod fields when on, and refuses them when off, except in stored objects", async () => {
    const folder = storeFolder();
    const on = await start({ [gate]: "true" }, folder);
    expect((await on.request("POST", POD_PATH, { body: pod(rule) })).status).toBe(201);
    const { request } = await start({ [gate]: "false" }, folder);
    const body = { metadata: { labels: { changed: "yes" } } };
    expect((await request("PATCH", `${POD_PATH}/p`, { headers: MERGE, body })).status).toBe(200);
    const { metadata, spec, ...kind } = pod(rule);
    const other = { ...kind, metadata: { ...metadata, name: "q" }, spec };
    const made = await request("POST", POD_PATH, { body: other });
    expect(messageOf(made)).toBe(`Pod "q" is invalid: ${closed}`);
    const labels = { app: "a" };
    const deployment = {
      metadata: { name: "d" },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
    };
    const path = "/apis/apps/v1/namespaces/default/deployments";
    const refused = messageOf(await request("POST", path, { body: deployment }));
    expect(refused).toBe(
      `Deployment.apps "d" is invalid: ${closed.replaceAll(/(?<=^|\[|, )spec\./g, "spec.template.spec.")}`,
    );
  });
});

describe("limits of gates that relax validation", () => {
  it("PodLifecycleSleepActionAllowZero: negative values are invalid", async () => {
    const { request } = await start({ PodLifecycleSleepActionAllowZero: "true" });
    const body = pod({ container: { lifecycle: { preStop: { sleep: { seconds: -1 } } } } });
    expect(messageOf(await request("POST", POD_PATH, { body }))).toBe(
      'Pod "p" is invalid: spec.containers[0].lifecycle.preStop.sleep: Invalid value: -1: must be non-negative and less than terminationGracePeriodSeconds (30)',
    );
  });

  it("RelaxedDNSSearchValidation: search domains must still be valid names", async () => {
    const { request } = await start({ RelaxedDNSSearchValidation: "true" });
    const body = pod({ spec: { dnsConfig: { searches: ["a__.b"] } } });
    expect(messageOf(await request("POST", POD_PATH, { body }))).toBe(
      "Pod \"p\" is invalid: spec.dnsConfig.searches[0]: Invalid value: \"a__.b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')",
    );
  });

  it("RelaxedEnvironmentVariableValidation off: existing names are kept, new ones are refused", async () => {
    const folder = storeFolder();
    const labels = { app: "a" };
    const path = "/apis/apps/v1/namespaces/default/deployments";
    const deployment = (...names: string[]) => ({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "d" },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: "c", image: "i", env: names.map((name) => ({ name, value: "x" })) }] },
        },
      },
    });
    const first = await start({}, folder);
    await first.request("POST", path, { body: deployment("1 a") });
    const { request } = await start({ RelaxedEnvironmentVariableValidation: "false" }, folder);
    expect((await request("PUT", `${path}/d`, { body: deployment("1 b") })).status).toBe(422);
    // As in the reference, an existing value loosens the rule for all names of the pod.
    expect((await request("PUT", `${path}/d`, { body: deployment("1 a", "1 b") })).status).toBe(200);
    expect((await request("PUT", `${path}/d`, { body: deployment("a") })).status).toBe(200);
    expect((await request("PUT", `${path}/d`, { body: deployment("1 a") })).status).toBe(422);
  });
});

describe("PodDeletionCost", () => {
  const costing = (cost: string) => ({ "controller.kubernetes.io/pod-deletion-cost": cost });
  const annotations = costing("cheap");
  it.each([
    ["true", "cheap", 422],
    ["true", "01", 422],
    ["true", "-01", 201],
    ["false", "cheap", 201],
  ])("%s: a pod with the cost %s gets %d", async (on, cost, status) => {
    const { request } = await start({ PodDeletionCost: on });
    expect((await request("POST", POD_PATH, { body: pod({ annotations: costing(cost) }) })).status).toBe(status);
  });

  it("does not validate the cost of pods that were stored with an invalid one", async () => {
    const folder = storeFolder();
    const first = await start({ PodDeletionCost: "false" }, folder);
    await first.request("POST", POD_PATH, { body: pod({ annotations }) });
    const { request } = await start({}, folder);
    const body = { metadata: { labels: { changed: "yes" } } };
    expect((await request("PATCH", `${POD_PATH}/p`, { headers: MERGE, body })).status).toBe(200);
  });
});
