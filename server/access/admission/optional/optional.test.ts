import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { alreadyExists, forbidden } from "../../../../shared/status.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { failure } from "../../../testing/testServices.ts";
import type { Toleration } from "../builtIn/podSpec.ts";
import { areCovered, mergeTolerations } from "../builtIn/tolerations.ts";
import { mutate, run, testDependencies, testRequest } from "../testing/request.ts";
import { alwaysAdmit } from "./alwaysAdmit.ts";
import { alwaysPullImages } from "./alwaysPullImages.ts";
import { denyServiceExternalIPs } from "./denyServiceExternalIPs.ts";
import { extendedResourceToleration } from "./extendedResourceToleration.ts";
import { limitPodHardAntiAffinityTopology } from "./limitPodHardAntiAffinityTopology.ts";
import { namespaceAutoProvision } from "./namespaceAutoProvision.ts";
import { namespaceExists } from "./namespaceExists.ts";
import { podNodeSelector } from "./podNodeSelector.ts";
import { podTolerationRestriction } from "./podTolerationRestriction.ts";

const dependencies = testDependencies();
const pod = (spec: object): ApiObject => ({ metadata: { name: "p", namespace: "n" }, spec });
const annotate = (annotations: Record<string, string>): void =>
  dependencies.reader.put({ group: "", resource: "namespaces" }, { metadata: { name: "n", annotations } });
const update = (oldObject: ApiObject) => ({ operation: "UPDATE", oldObject }) as const;

describe("alwaysAdmit", () => {
  it("handles no requests", () => {
    expect(alwaysAdmit().handles(testRequest("pods", pod({})))).toBe(false);
  });
});

describe("alwaysPullImages", () => {
  const spec = () => ({
    initContainers: [{ name: "i", image: "x" }],
    containers: [{ name: "c", image: "y", imagePullPolicy: "Never" }],
    volumes: [{ name: "v", image: { reference: "r" } }, { name: "w" }],
  });
  it("sets imagePullPolicy Always", async () => {
    expect((await run(alwaysPullImages(), testRequest("pods", pod(spec()))))["spec"]).toMatchObject({
      initContainers: [{ imagePullPolicy: "Always" }],
      containers: [{ imagePullPolicy: "Always" }],
      volumes: [{ image: { pullPolicy: "Always" } }, { name: "w" }],
    });
  });
  it("ignores pods whose images are unchanged", async () => {
    const same = await run(alwaysPullImages(), testRequest("pods", pod(spec()), update(pod(spec()))));
    expect(same["spec"]).toEqual(spec());
    const { initContainers: _, ...less } = spec();
    const more = await run(alwaysPullImages(), testRequest("pods", pod(spec()), update(pod(less))));
    expect(more["spec"]).toMatchObject({ containers: [{ imagePullPolicy: "Always" }] });
  });
  it("rejects a pod that another plugin changed back", async () => {
    const refused = await failure(() => alwaysPullImages().validate?.(testRequest("pods", pod(spec()))));
    const [first, second] = [
      'pods "p" is forbidden: spec.initContainers[0].imagePullPolicy: Unsupported value: "": supported values: "Always"',
      'pods "p" is forbidden: spec.containers[0].imagePullPolicy: Unsupported value: "Never": supported values: "Always"',
    ];
    expect(refused).toMatchObject({ code: 500, reason: "", message: `[${first}, ${second}]` });
  });
});

describe("Namespaces", () => {
  const request = (namespace: string, parts: object = {}) =>
    testRequest("configmaps", { metadata: { name: "c" } }, { namespace, ...parts });
  it("must exist with NamespaceExists", async () => {
    annotate({});
    await run(namespaceExists(dependencies), request("n"));
    await run(namespaceExists(dependencies), request(""));
    await run(
      namespaceExists(dependencies),
      testRequest("namespaces", { metadata: { name: "m" } }, { namespace: "m" }),
    );
    const refused = await failure(() => run(namespaceExists(dependencies), request("m", { operation: "DELETE" })));
    expect(refused).toMatchObject({ code: 404, message: 'namespaces "m" not found' });
  });
  it("are created automatically with NamespaceAutoProvision", async () => {
    const made: string[] = [];
    let error: Error | undefined;
    const create = (_ref: unknown, object: ApiObject): Promise<ApiObject> => {
      made.push(object.metadata.name ?? "");
      return error === undefined ? Promise.resolve(object) : Promise.reject(error);
    };
    const plugin = namespaceAutoProvision({ ...dependencies, client: () => ({ create, update: create }) });
    await run(plugin, request("n"));
    await run(plugin, request("m", { dryRun: true }));
    await run(plugin, request("m", { operation: "UPDATE" }));
    expect(made).toEqual([]);
    await run(plugin, request("m"));
    error = alreadyExists({ group: "", resource: "namespaces" }, "m");
    await run(plugin, request("m"));
    expect(made).toEqual(["m", "m"]);
    error = new Error("no");
    expect((await failure(() => run(plugin, request("m")))).message).toBe('configmaps "c" is forbidden: no');
    error = forbidden({ group: "", resource: "namespaces" }, "m", "no");
    expect((await failure(() => run(plugin, request("m")))).message).toBe('namespaces "m" is forbidden: no');
  });
});

describe("denyServiceExternalIPs", () => {
  const service = (...externalIPs: string[]): ApiObject => ({ metadata: { name: "s" }, spec: { externalIPs } });
  const write = (object: ApiObject, parts: object = {}) =>
    run(denyServiceExternalIPs(), testRequest("services", object, parts));
  it("allows removing external IPs but not adding them", async () => {
    await write(service());
    await write(service("1.1.1.1"), update(service("1.1.1.1", "2.2.2.2")));
    expect((await failure(() => write(service("1.1.1.1")))).message).toBe(
      'services "s" is forbidden: Use of external IPs is denied by admission control',
    );
    await failure(() => write(service("1.1.1.1", "2.2.2.2"), update(service("1.1.1.1"))));
  });
});

describe("limitPodHardAntiAffinityTopology", () => {
  const write = (...keys: string[]) => {
    const terms = keys.map((topologyKey) => ({ topologyKey }));
    const podAntiAffinity = { requiredDuringSchedulingIgnoredDuringExecution: terms };
    return run(
      limitPodHardAntiAffinityTopology(dependencies),
      testRequest("pods", pod({ affinity: { podAntiAffinity } })),
    );
  };
  it("allows only the hostname topology key", async () => {
    await write();
    await write("kubernetes.io/hostname");
    expect((await failure(() => write("kubernetes.io/hostname", "zone"))).message).toBe(
      'pods "p" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but only key kubernetes.io/hostname is allowed',
    );
  });
});

describe("podNodeSelector", () => {
  const write = async (nodeSelector?: Record<string, string>) =>
    (
      await run(
        podNodeSelector(dependencies),
        testRequest("pods", pod(nodeSelector === undefined ? {} : { nodeSelector })),
      )
    )["spec"];
  it("adds the namespace's selector and rejects conflicts", async () => {
    annotate({});
    expect(await write()).toEqual({});
    annotate({ "scheduler.alpha.kubernetes.io/node-selector": "env=test, a=b" });
    expect(await write({ x: "y", env: "test" })).toEqual({ nodeSelector: { env: "test", a: "b", x: "y" } });
    expect((await failure(() => write({ env: "production" }))).message).toBe(
      'pods "p" is forbidden: pod node label selector conflicts with its namespace node label selector',
    );
    annotate({ "scheduler.alpha.kubernetes.io/node-selector": "env" });
    expect(await failure(() => write())).toMatchObject({ code: 500, message: "invalid selector: [env]" });
    annotate({ "scheduler.alpha.kubernetes.io/node-selector": "a=-" });
    const { message } = await failure(() => write());
    expect(message).toMatch(/^\[a\]: Invalid value: "-": a valid label must be an empty string or consist of/);
  });

  it("uses its configuration for namespaces without an annotation and for allowed selectors", async () => {
    const podNodeSelectorPluginConfig = { clusterDefaultNodeSelector: "env=dev", n: "env=dev,disk=ssd" };
    const configurations = new Map([["PodNodeSelector", { podNodeSelectorPluginConfig }]]);
    const create = async (nodeSelector: object, metadata: object = { name: "p" }) =>
      run(
        podNodeSelector({ ...dependencies, configurations }),
        testRequest("pods", { metadata, spec: { nodeSelector } }),
      );
    annotate({});
    expect((await create({ disk: "ssd" }))["spec"]).toEqual({ nodeSelector: { env: "dev", disk: "ssd" } });
    const detail = "pod node label selector labels conflict with its namespace whitelist";
    expect(await failure(() => create({ disk: "hdd" }))).toMatchObject({ message: `pods "p" is forbidden: ${detail}` });
    expect(await failure(() => create({ x: "y" }, { generateName: "p-" }))).toMatchObject({
      message: `pods is forbidden: ${detail}`,
    });
    annotate({ "scheduler.alpha.kubernetes.io/node-selector": "" });
    expect((await create({}))["spec"]).toEqual({ nodeSelector: {} });
  });

  it.each<[object, string]>([
    [{ podNodeSelectorPluginConfig: [] }, "podNodeSelectorPluginConfig: must be an object"],
    [{ podNodeSelectorPluginConfig: { n: 1 } }, "podNodeSelectorPluginConfig.n: must be a string"],
  ])("rejects the configuration %j", (configuration, detail) => {
    const configurations = new Map([["PodNodeSelector", configuration as Record<string, unknown>]]);
    expect(() => podNodeSelector({ ...dependencies, configurations })).toThrow(new Error(detail));
  });
});

describe("podTolerationRestriction", () => {
  const write = async (spec: object) =>
    (await run(podTolerationRestriction(dependencies), testRequest("pods", pod(spec))))["spec"];
  const one: Toleration = { key: "a", operator: "Equal", value: "b", effect: "NoSchedule" };
  const any: Toleration = { key: "a", operator: "Exists" };
  it("adds default tolerations and checks allowed ones", async () => {
    annotate({});
    expect(await write({})).toEqual({});
    const pressure = { key: "node.kubernetes.io/memory-pressure", operator: "Exists", effect: "NoSchedule" };
    const containers = [{ name: "c", resources: { requests: { memory: "1" } } }];
    expect(await write({ containers })).toMatchObject({ tolerations: [pressure] });
    annotate({
      "scheduler.alpha.kubernetes.io/defaultTolerations": JSON.stringify([one]),
      "scheduler.alpha.kubernetes.io/tolerationsWhitelist": JSON.stringify([any]),
    });
    expect(await write({})).toEqual({ tolerations: [one] });
    expect(await write({ tolerations: [any] })).toEqual({ tolerations: [any] });
    expect(await failure(() => write({ tolerations: [{ key: "x", operator: "Exists" }] }))).toMatchObject({
      code: 500,
      message:
        "pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist",
    });
    for (const [text, message] of [
      ["{", "unexpected end of JSON input"],
      ["{}", "json: cannot unmarshal object into Go value of type []v1.Toleration"],
      ["[1]", "json: cannot unmarshal number into Go value of type v1.Toleration"],
    ] as const) {
      annotate({ "scheduler.alpha.kubernetes.io/defaultTolerations": text });
      expect(await failure(() => write({}))).toMatchObject({ code: 500, message });
    }
  });

  const type = { apiVersion: "podtolerationrestriction.admission.k8s.io/v1alpha1", kind: "Configuration" };
  const configured = (parts: object) =>
    podTolerationRestriction({
      ...dependencies,
      configurations: new Map([["PodTolerationRestriction", { ...type, ...parts }]]),
    });
  it("uses its configuration for namespaces without annotations", async () => {
    const plugin = configured({ default: [one], whitelist: [any], unknown: 1 });
    const create = async (spec: object) => (await run(plugin, testRequest("pods", pod(spec))))["spec"];
    annotate({});
    expect(await create({})).toEqual({ tolerations: [one] });
    expect(await failure(() => create({ tolerations: [{ key: "x", operator: "Exists" }] }))).toMatchObject({
      message: expect.stringContaining("conflict with its namespace whitelist"),
    });
    const late = testRequest("pods", pod({ tolerations: [{ key: "x", operator: "Exists" }] }));
    await expect(mutate(plugin, late)).rejects.toThrow("conflict with its namespace whitelist");
    annotate({
      "scheduler.alpha.kubernetes.io/defaultTolerations": "",
      "scheduler.alpha.kubernetes.io/tolerationsWhitelist": "",
    });
    expect(await create({})).toEqual({});
    expect(await create({ tolerations: [{ key: "x", operator: "Exists" }] })).toMatchObject({
      tolerations: [{ key: "x" }],
    });
  });

  it.each<[object, string]>([
    [{ kind: "Other" }, 'no kind "Other" is registered for version'],
    [{ default: [{ key: 1 }] }, "default[0].key: must be a string"],
    [{ whitelist: [{ key: "a", operator: "Near" }] }, 'whitelist[0].operator: Unsupported value: "Near"'],
  ])("rejects the configuration %j", (parts, detail) => {
    expect(() => configured(parts)).toThrow(detail);
  });

  const toleration = fc
    .record({
      key: fc.constantFrom("a", "b", ""),
      operator: fc.constantFrom("Equal", "Exists", ""),
      value: fc.constantFrom("", "x"),
      effect: fc.constantFrom("", "NoSchedule", "NoExecute"),
      tolerationSeconds: fc.constantFrom(undefined, 1, 2),
    })
    .map(({ tolerationSeconds, ...rest }) => (tolerationSeconds === undefined ? rest : { ...rest, tolerationSeconds }));

  const isCovered = (toleration: Toleration, by: Toleration): boolean => atOnce(areCovered([toleration], [by]));

  /** A slow but obvious implementation. */
  const obvious = (all: readonly Toleration[]): Toleration[] =>
    all.reduce<Toleration[]>((merged, each, i) => {
      const isDifferent = (other: Toleration): boolean => JSON.stringify(other) !== JSON.stringify(each);
      const isRedundant =
        merged.some((kept) => isCovered(each, kept)) ||
        all.slice(i + 1).some((later) => isDifferent(later) && isCovered(each, later));
      return isRedundant ? merged : [...merged, each];
    }, []);
  it("merges many tolerations quickly", () => {
    const many = Array.from({ length: 20_000 }, (_, i): Toleration => ({ key: `k${i}`, operator: "Exists" }));
    expect(atOnce(mergeTolerations(many, many))).toHaveLength(many.length);
    expect(atOnce(mergeTolerations(many, [{ operator: "Exists" }]))).toEqual([{ operator: "Exists" }]);
  });
  it("merges tolerations with the same result as a naive algorithm", () => {
    fc.assert(
      fc.property(fc.array(toleration), fc.array(toleration), (first, second) => {
        const merged = atOnce(mergeTolerations(first, second));
        expect(merged).toEqual(obvious([...first, ...second]));
        const areAll = first.every((each) => second.some((one) => isCovered(each, one)));
        expect(atOnce(areCovered(first, second))).toBe(areAll);
        for (const each of [...first, ...second]) expect(merged.some((kept) => isCovered(each, kept))).toBe(true);
      }),
    );
  });
  it("determines which toleration covers another", () => {
    expect(isCovered(one, any)).toBe(true);
    expect(isCovered(any, one)).toBe(false);
    expect(isCovered(one, { operator: "Exists" })).toBe(true);
    const brief = { key: "a", operator: "Exists", effect: "NoExecute", tolerationSeconds: 5 };
    expect(isCovered({ ...brief, tolerationSeconds: 4 }, brief)).toBe(true);
    expect(isCovered({ ...brief, tolerationSeconds: 6 }, brief)).toBe(false);
    expect(isCovered({ key: "a", operator: "Exists", effect: "NoExecute" }, brief)).toBe(false);
  });
});

describe("extendedResourceToleration", () => {
  it("adds tolerations for the requested extended resources", async () => {
    const containers = [
      { name: "c", resources: { requests: { "example.com/b": "1", "example.com/a": "1", cpu: "1" } } },
    ];
    const spec = { containers, tolerations: [{ key: "example.com/a", operator: "Exists", effect: "NoSchedule" }] };
    const done = await run(extendedResourceToleration(dependencies), testRequest("pods", pod(spec)));
    expect((done["spec"] as typeof spec).tolerations.map(({ key }) => key)).toEqual(["example.com/a", "example.com/b"]);
    const tolerated = (key: string) => ({ key, operator: "Exists", effect: "NoSchedule" });
    const brief = { containers, tolerations: [{ ...tolerated("example.com/b"), tolerationSeconds: 5 }] };
    const replaced = await run(extendedResourceToleration(dependencies), testRequest("pods", pod(brief)));
    expect(replaced["spec"]).toEqual({
      containers,
      tolerations: [tolerated("example.com/b"), tolerated("example.com/a")],
    });
    const none = { containers: [{ name: "c", resources: { requests: { "kubernetes.io/x": "1", memory: "1" } } }] };
    expect((await run(extendedResourceToleration(dependencies), testRequest("pods", pod(none))))["spec"]).toEqual(none);
  });
});
