import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { createApiEnablement, defaultEnablement } from "./apiEnablement.ts";
import { groupVersions, stageOf } from "./groups.ts";

const vocabulary = createVocabulary();
const create = (settings: Record<string, string>) => createApiEnablement(settings, vocabulary);
const on = (settings: Record<string, string>, group: string, version: string, resource = "things"): boolean =>
  create(settings).enabled(group, version, resource);

describe("API enablement", () => {
  test("enables generally available versions by default", () => {
    const enablement = create({});
    for (const { group, version, onByDefault = false } of groupVersions) {
      const name = vocabulary.render(group);
      const isOn = stageOf(version) === "ga" || onByDefault;
      expect(enablement.enabled(name, version, "x"), `${name}/${version}`).toBe(isOn);
      expect(defaultEnablement.enabled(name, version, "x")).toBe(stageOf(version) === "ga");
    }
  });

  test.each<[Record<string, string>, string, string, boolean]>([
    [{ "api/all": "true" }, "resource.k8s.io", "v1alpha3", true],
    [{ "api/beta": "true" }, "resource.k8s.io", "v1beta1", true],
    [{ "api/beta": "true" }, "resource.k8s.io", "v1alpha3", false],
    [{ "api/alpha": "true" }, "storage.k8s.io", "v1alpha1", true],
    [{ "api/all": "true", "api/alpha": "false" }, "storage.k8s.io", "v1alpha1", false],
    [{ "api/ga": "false" }, "apps", "v1", false],
    [{ "api/all": "false", "apps/v1": "true" }, "apps", "v1", true],
    [{ "api/all": "false", "apps/v1": "true" }, "batch", "v1", false],
    [{}, "flowcontrol.apiserver.k8s.io", "v1beta3", true],
    [{ "api/beta": "false" }, "flowcontrol.apiserver.k8s.io", "v1beta3", false],
    [{ "api/all": "false", "api/v1": "true" }, "", "v1", true],
    [{ "api/v1": "false" }, "", "v1", false],
    [{ "api/all": "true", "storage.k8s.io/v1beta1": "false" }, "storage.k8s.io", "v1beta1", false],
    [{ v1: "false" }, "", "v1", false],
    [{ "/v1": "false" }, "", "v1", false],
    [{ "storage.k8s.io/v1beta1": "" }, "storage.k8s.io", "v1beta1", true],
    [{ "storage.k8s.io/v1beta1": "T" }, "storage.k8s.io", "v1beta1", true],
    // A known group version that is no longer served.
    [{ "apps/v1beta1": "true" }, "apps", "v1beta1", false],
  ])("%j: %s/%s %s", (settings, group, version, expected) => {
    expect(on(settings, group, version)).toBe(expected);
  });

  test("gives a resource setting precedence over its version", () => {
    const settings = { "apps/v1": "false", "apps/v1/deployments": "true", "batch/v1/cronjobs": "false" };
    expect(on(settings, "apps", "v1", "deployments")).toBe(true);
    expect(on(settings, "apps", "v1", "daemonsets")).toBe(false);
    expect(on(settings, "batch", "v1", "cronjobs")).toBe(false);
    expect(on(settings, "batch", "v1", "jobs")).toBe(true);
  });

  test("is independent of the order of settings", () => {
    const entries: [string, string][] = [
      ["api/all", "true"],
      ["api/beta", "false"],
      ["storage.k8s.io/v1beta1", "true"],
      ["storage.k8s.io/v1beta1/volumeattributesclasses", "false"],
      ["apps/v1", "false"],
    ];
    const states = (settings: Record<string, string>) => {
      const enablement = create(settings);
      return groupVersions.map(({ group, version }) =>
        ["volumeattributesclasses", "other"].map((resource) =>
          enablement.enabled(vocabulary.render(group), version, resource),
        ),
      );
    };
    const expected = states(Object.fromEntries(entries));
    fc.assert(
      fc.property(fc.shuffledSubarray(entries, { minLength: entries.length }), (shuffled) => {
        expect(states(Object.fromEntries(shuffled))).toEqual(expected);
      }),
    );
  });

  test("uses group names of the server's vocabulary", () => {
    const other = createVocabulary("orch");
    const group = other.render("storage.{domain}");
    const enablement = createApiEnablement({ [`${group}/v1beta1`]: "true" }, other);
    expect(enablement.enabled(group, "v1beta1", "volumeattributesclasses")).toBe(true);
  });
});

describe("Invalid settings", () => {
  test.each<[Record<string, string>, string]>([
    [{ "api/all": "false" }, "invalid key with only api/all=false"],
    [{ "api/all": "yes" }, "invalid value api/all=yes"],
    [{ "api/beta": "" }, "invalid value api/beta="],
    [{ nonsense: "true" }, "runtime-config invalid key nonsense"],
    [{ "a/b/c/d": "true" }, "runtime-config invalid key a/b/c/d"],
    [{ "foo.example.com/v1": "true" }, "unknown api groups foo.example.com"],
    [{ "api/v2": "true" }, "unknown api groups api"],
    [{ "apps/v7": "true" }, "group version apps/v7 that has not been registered"],
    [
      { "apps/v1": "maybe" },
      'invalid value of apps/v1: maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
    [
      { "apps/v1/Deployments": "true" },
      'invalid key apps/v1/Deployments: group/version/resource and resource is always lowercase plural, not "Deployments"',
    ],
  ])("%j", (settings, message) => {
    expect(() => create(settings)).toThrow(message);
  });
});
