import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { failure } from "../../../testing/testServices.ts";
import { run, testDependencies, testRequest } from "../testing/request.ts";
import { podSecurity } from "./podSecurity.ts";
import { DEFAULT_CONFIGURATION, readPodSecurityConfiguration } from "./podSecurityConfiguration.ts";

const type = { apiVersion: "pod-security.admission.config.k8s.io/v1", kind: "PodSecurityConfiguration" };
const read = (parts: object) => readPodSecurityConfiguration({ ...type, ...parts }, createVocabulary());

describe("readPodSecurityConfiguration", () => {
  it("has defaults for every field", () => {
    expect(read({})).toEqual(DEFAULT_CONFIGURATION);
    expect(read({ defaults: null, exemptions: { usernames: null } })).toEqual(DEFAULT_CONFIGURATION);
    expect(read({ defaults: { enforce: "baseline", "enforce-version": "v1.29" } }).defaults.enforce).toEqual({
      level: "baseline",
      version: 29,
    });
  });

  it.each<[object, string]>([
    [{ kind: "Other" }, 'no kind "Other" is registered for version "pod-security.admission.config.k8s.io/v1"'],
    [{ apiVersion: "v1" }, 'no kind "PodSecurityConfiguration" is registered for version "v1"'],
    [{ default: {} }, 'strict decoding error: unknown field "default"'],
    [{ defaults: { enforced: "x" } }, 'strict decoding error: unknown field "defaults.enforced"'],
    [{ defaults: { enforce: 1 } }, "defaults.enforce: must be a string"],
    [{ exemptions: { usernames: "x" } }, "exemptions.usernames: must be a list"],
    [{ exemptions: [] }, "exemptions: must be an object"],
    [
      { defaults: { enforce: "x", "warn-version": "y" } },
      '[defaults.enforce: Invalid value: "x": must be one of privileged, baseline, restricted, defaults.warn-version: Invalid value: "y": must be "latest" or "v1.x"]',
    ],
    [{ exemptions: { namespaces: ["a", "a"] } }, 'exemptions.namespaces[1]: Duplicate value: "a"'],
    [
      { defaults: { audit: "x", warn: "y" }, exemptions: { usernames: ["", "a", "a"] } },
      '[defaults.warn: Invalid value: "y": must be one of privileged, baseline, restricted, defaults.audit: Invalid value: "x": must be one of privileged, baseline, restricted, exemptions.usernames[0]: Required value, exemptions.usernames[2]: Duplicate value: "a"]',
    ],
    [
      { exemptions: { namespaces: ["a.b"] } },
      "exemptions.namespaces[0]: Invalid value: \"a.b\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    ],
    [
      { exemptions: { runtimeClasses: ["a.b", "A"] } },
      "exemptions.runtimeClasses[1]: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  ])("rejects %j", (parts, message) => {
    expect(() => read(parts)).toThrow(new Error(message));
  });
});

describe("podSecurity with a configuration", () => {
  const exemptions = { usernames: ["root"], namespaces: ["free"], runtimeClasses: ["vm"] };
  const configurations = new Map([["PodSecurity", { ...type, defaults: { enforce: "baseline" }, exemptions }]]);
  const dependencies = testDependencies();
  for (const name of ["n", "free"])
    dependencies.reader.put({ group: "", resource: "namespaces" }, { metadata: { name } });
  const plugin = podSecurity({ ...dependencies, configurations });
  const noted: string[] = [];
  const create = (spec: object, parts: object = {}) => {
    const pod = { metadata: { name: "p" }, spec: { hostNetwork: true, ...spec } };
    const annotate = (key: string, value: string): void => void noted.push(`${key}=${value}`);
    return run(plugin, testRequest("pods", pod, { annotate, ...parts }));
  };

  it("warns about labels without effect", async () => {
    const write = async (labels: Record<string, string>, parts: object = {}): Promise<string[]> => {
      const warnings: string[] = [];
      const full = Object.fromEntries(Object.entries(labels).map(([k, v]) => [`pod-security.kubernetes.io/${k}`, v]));
      const namespace = { metadata: { name: "free", labels: full } };
      await run(plugin, testRequest("namespaces", namespace, { warn: (text) => void warnings.push(text), ...parts }));
      return warnings;
    };
    const warning =
      'namespace "free" is exempt from Pod Security, and the policy (enforce=restricted:latest, audit=baseline:v1.30) will be ignored';
    const labels = { enforce: "restricted", audit: "baseline", "audit-version": "v1.30" };
    expect(await write(labels)).toEqual([warning]);
    expect(await write(labels, { operation: "UPDATE", oldObject: { metadata: { name: "free" } } })).toEqual([warning]);
    expect(await write({})).toEqual([]);
    expect(await write({ enforce: "privileged" })).toEqual([]);
  });

  it("enforces its defaults except for exemptions", async () => {
    expect((await failure(() => create({}))).message).toMatch(/violates PodSecurity "baseline:latest"/);
    noted.length = 0;
    await create({}, { namespace: "free" });
    await create({}, { user: { username: "root", groups: [], extra: {} } });
    await create({ runtimeClassName: "vm" });
    const exempt = "pod-security.kubernetes.io/exempt";
    expect(noted).toEqual([`${exempt}=namespace`, `${exempt}=user`, `${exempt}=runtimeClass`]);
  });
});
