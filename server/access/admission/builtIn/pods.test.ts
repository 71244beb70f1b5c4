import { beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { mutate, run, testDependencies, testRequest } from "../testing/request.ts";
import { defaultTolerationSeconds } from "./defaultTolerationSeconds.ts";
import { podSpec } from "./podSpec.ts";
import { priority } from "./priority.ts";
import { runtimeClass } from "./runtimeClass.ts";
import { serviceAccount } from "./serviceAccount.ts";

const core = (resource: string) => ({ group: "", resource });
const pod = (spec: Record<string, unknown> = {}, metadata: ApiObject["metadata"] = { name: "p" }): ApiObject => ({
  metadata,
  spec: { containers: [{ name: "main", image: "x" }], ...spec },
});

let dependencies: ReturnType<typeof testDependencies>;
beforeEach(() => {
  dependencies = testDependencies();
});

describe("ServiceAccount", () => {
  const account = (parts: Record<string, unknown> = {}): void =>
    dependencies.reader.put(core("serviceaccounts"), { metadata: { name: "default", namespace: "n" }, ...parts });
  const admit = async (object: ApiObject) =>
    podSpec(await run(serviceAccount(dependencies), testRequest("pods", object)));

  it("mounts the token, the root CA certificate and the namespace", async () => {
    account({ imagePullSecrets: [{ name: "pull" }] });
    const spec = await admit(pod({ initContainers: [{ name: "init" }] }));
    const mount = {
      name: "kube-api-access-xxxxx",
      readOnly: true,
      mountPath: "/var/run/secrets/kubernetes.io/serviceaccount",
    };
    expect(spec.serviceAccountName).toBe("default");
    expect(spec.serviceAccount).toBe("default");
    expect(spec.imagePullSecrets).toEqual([{ name: "pull" }]);
    expect(spec.containers?.[0]?.volumeMounts).toEqual([mount]);
    expect(spec.initContainers?.[0]?.volumeMounts).toEqual([mount]);
    expect(spec.volumes).toEqual([
      {
        name: "kube-api-access-xxxxx",
        projected: {
          defaultMode: 420,
          sources: [
            { serviceAccountToken: { expirationSeconds: 3607, path: "token" } },
            { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
            {
              downwardAPI: {
                items: [{ path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } }],
              },
            },
          ],
        },
      },
    ]);
  });

  it.each([
    [{}, { automountServiceAccountToken: false }, false],
    [{ automountServiceAccountToken: false }, {}, false],
    [{ automountServiceAccountToken: false }, { automountServiceAccountToken: true }, true],
    [{ automountServiceAccountToken: true }, { automountServiceAccountToken: false }, false],
  ])("with account %j and pod %j mounts a token: %s", async (accountParts, podParts, mounts) => {
    account(accountParts);
    expect((await admit(pod(podParts))).volumes !== undefined).toBe(mounts);
  });

  it("keeps a container's own mount at that path and existing token volumes", async () => {
    account();
    const mountPath = "/var/run/secrets/kubernetes.io/serviceaccount";
    const own = { name: "main", volumeMounts: [{ name: "mine", mountPath }] };
    expect((await admit(pod({ containers: [own] }))).volumes).toBeUndefined();
    const spec = await admit(pod({ volumes: [{ name: "kube-api-access-abc" }] }));
    expect(spec.volumes).toHaveLength(1);
    expect(spec.containers?.[0]?.volumeMounts?.[0]?.name).toBe("kube-api-access-abc");
  });

  it("rejects missing accounts", async () => {
    await expect(admit(pod())).rejects.toThrow(
      'pods "p" is forbidden: error looking up service account n/default: serviceaccount "default" not found',
    );
    await expect(admit(pod({ serviceAccountName: "ghost" }, { generateName: "g-" }))).rejects.toThrow(
      'pods "g-" is forbidden: error looking up service account n/ghost: serviceaccount "ghost" not found',
    );
  });

  it("waits for the default account of a new namespace and for no other account", async () => {
    const waits: number[] = [];
    const waiting = (name: string, until: number) => {
      const own = testDependencies();
      const pause = async (milliseconds: number): Promise<void> => {
        waits.push(milliseconds);
        if (waits.length === until) {
          own.reader.put({ group: "", resource: "serviceaccounts" }, { metadata: { name, namespace: "n" } });
        }
      };
      const spec = name === "default" ? {} : { serviceAccountName: name };
      return run(serviceAccount({ ...own, pause }), testRequest("pods", pod(spec)));
    };
    await waiting("default", 3);
    expect(waits).toEqual([100, 100, 100]);
    waits.length = 0;
    await expect(waiting("default", 10)).rejects.toThrow('serviceaccount "default" not found');
    expect(waits).toHaveLength(9);
    waits.length = 0;
    await expect(waiting("other", 1)).rejects.toThrow('serviceaccount "other" not found');
    expect(waits).toEqual([]);
  });

  it("adds no account to mirror pods and rejects those with one", async () => {
    const metadata = { name: "m", annotations: { "kubernetes.io/config.mirror": "x" } };
    expect((await admit(pod({}, metadata))).serviceAccountName).toBeUndefined();
    const named = testRequest("pods", pod({ serviceAccountName: "default" }, metadata));
    await expect(mutate(serviceAccount(dependencies), named)).rejects.toThrow("may not reference service accounts");
    await expect(admit(pod({ serviceAccountName: "default" }, metadata))).rejects.toThrow(
      "may not reference service accounts",
    );
    await expect(admit(pod({ volumes: [{ name: "s", secret: {} }] }, metadata))).rejects.toThrow(
      "may not reference secrets",
    );
    const share = { name: "s", azureFile: { secretName: "s", shareName: "x" } };
    await expect(admit(pod({ volumes: [share] }, metadata))).rejects.toThrow("may not reference secrets");
  });

  describe("with an account that restricts secrets", () => {
    const annotation = "kubernetes.io/enforce-mountable-secrets";
    const limited = (value: string): void =>
      dependencies.reader.put(core("serviceaccounts"), {
        metadata: { name: "default", namespace: "n", annotations: { [annotation]: value } },
        secrets: [{ name: "mine" }],
        imagePullSecrets: [{ name: "pull" }],
      });
    const env = (name: string) => [{ name: "A", valueFrom: { secretKeyRef: { name, key: "k" } } }];
    const envFrom = (name: string) => [{ secretRef: { name } }];
    const message = "is not allowed because service account default does not reference that";

    it.each<[object, string]>([
      [{ volumes: [{ name: "v", secret: { secretName: "s" } }] }, 'volume with secret.secretName="s" WHY secret'],
      [
        { initContainers: [{ name: "i", env: env("s") }] },
        'init container i with envVar A referencing secret.secretName="s" WHY secret',
      ],
      [
        { containers: [{ name: "c", envFrom: envFrom("s") }] },
        'container c with envFrom referencing secret.secretName="s" WHY secret',
      ],
      [{ imagePullSecrets: [{ name: "s" }] }, 'imagePullSecrets[0].name="s" WHY imagePullSecret'],
    ])("rejects %j", async (spec, text) => {
      limited("true");
      const request = testRequest("pods", pod({ ...spec }));
      await expect(mutate(serviceAccount(dependencies), request)).rejects.toThrow(
        `pods "p" is forbidden: ${text.replace("WHY", message)}`,
      );
    });

    it("allows listed secrets, and all secrets if the annotation is not true", async () => {
      limited("1");
      const used = { volumes: [{ name: "v", secret: { secretName: "mine" } }], imagePullSecrets: [{ name: "pull" }] };
      await admit(pod(used));
      limited("yes");
      await admit(pod({ imagePullSecrets: [{ name: "other" }] }));
    });

    it("rejects unlisted secrets in ephemeral containers with an internal error", async () => {
      limited("t");
      const ephemeralContainers = [{ name: "e", env: env("s") }];
      const object = pod({ serviceAccountName: "default", ephemeralContainers });
      const request = testRequest("pods", object, { operation: "UPDATE", subresource: "ephemeralcontainers" });
      await expect(run(serviceAccount(dependencies), request)).rejects.toMatchObject({
        code: 500,
        message: `ephemeral container e with envVar A referencing secret.secretName="s" ${message} secret`,
      });
    });
  });

  it("uses the configured vocabulary", async () => {
    dependencies = { ...testDependencies({ vocabulary: createVocabulary("orch") }) };
    account();
    const spec = await admit(pod());
    expect(spec.volumes?.[0]?.name).toBe("orch-api-access-xxxxx");
    expect(spec.containers?.[0]?.volumeMounts?.[0]?.mountPath).toBe("/var/run/secrets/orch.io/serviceaccount");
  });
});

describe("Priority", () => {
  const classes = { group: "scheduling.k8s.io", resource: "priorityclasses" };
  const put = (name: string, value: number, parts: Record<string, unknown> = {}): void =>
    dependencies.reader.put(classes, { metadata: { name }, value, ...parts });
  const admit = async (object: ApiObject, parts = {}) =>
    podSpec(await run(priority(dependencies), testRequest("pods", object, parts)));

  it("is 0 without classes", async () => {
    expect(await admit(pod())).toMatchObject({ priority: 0, preemptionPolicy: "PreemptLowerPriority" });
  });

  it("is taken from the named class or the lowest global default", async () => {
    put("high", 1000, { preemptionPolicy: "Never" });
    put("base", 10, { globalDefault: true });
    put("base2", 20, { globalDefault: true });
    expect(await admit(pod({ priorityClassName: "high" }))).toMatchObject({
      priority: 1000,
      preemptionPolicy: "Never",
    });
    expect(await admit(pod())).toMatchObject({ priorityClassName: "base", priority: 10 });
  });

  it("rejects unknown classes and conflicting priorities", async () => {
    put("high", 1000, { preemptionPolicy: "Never" });
    await expect(admit(pod({ priorityClassName: "ghost" }))).rejects.toThrow(
      'pods "p" is forbidden: no PriorityClass with name ghost was found',
    );
    await expect(admit(pod({ priorityClassName: "high", priority: 5 }))).rejects.toThrow(
      "the integer value of priority (5) must not be provided in pod spec; priority admission controller computed 1000",
    );
    const wrong = pod({ priorityClassName: "high", preemptionPolicy: "PreemptLowerPriority" });
    await expect(admit(wrong)).rejects.toThrow("the string value of PreemptionPolicy (PreemptLowerPriority)");
  });

  it("is kept by updates that omit it", async () => {
    const old = pod({ priority: 7, preemptionPolicy: "Never" });
    const spec = await admit(pod(), { operation: "UPDATE", oldObject: old });
    expect(spec).toMatchObject({ priority: 7, preemptionPolicy: "Never" });
  });

  it("rejects a second global default", async () => {
    put("base", 10, { globalDefault: true });
    const another = { metadata: { name: "more" }, value: 1, globalDefault: true };
    const ask = (object: ApiObject, operation: "CREATE" | "UPDATE") =>
      run(priority(dependencies), testRequest("priorityclasses", object, { group: classes.group, operation }));
    await expect(ask(another, "CREATE")).rejects.toThrow("PriorityClass base is already marked as default");
    await expect(ask(another, "UPDATE")).rejects.toThrow("Only one default can exist");
    await ask({ ...another, metadata: { name: "base" } }, "UPDATE");
  });
});

describe("DefaultTolerationSeconds", () => {
  const admit = async (tolerations?: unknown[]) =>
    podSpec(await run(defaultTolerationSeconds(dependencies), testRequest("pods", pod({ tolerations })))).tolerations;
  const added = (name: string) => ({
    key: `node.kubernetes.io/${name}`,
    operator: "Exists",
    effect: "NoExecute",
    tolerationSeconds: 300,
  });

  it("adds missing tolerations", async () => {
    expect(await admit()).toEqual([added("not-ready"), added("unreachable")]);
    const own = { key: "node.kubernetes.io/not-ready", operator: "Exists" };
    expect(await admit([own])).toEqual([own, added("unreachable")]);
    const other = { ...own, effect: "NoSchedule" };
    expect(await admit([other])).toEqual([other, added("not-ready"), added("unreachable")]);
    expect(await admit([{ operator: "Exists" }])).toEqual([{ operator: "Exists" }]);
  });

  it("uses the toleration seconds of the flags", async () => {
    const told = { ...dependencies, tolerationSeconds: { notReady: 10, unreachable: 20 } };
    const object = await run(defaultTolerationSeconds(told), testRequest("pods", pod()));
    expect(podSpec(object).tolerations?.map(({ tolerationSeconds }) => tolerationSeconds)).toEqual([10, 20]);
  });
});

describe("RuntimeClass", () => {
  const admit = (spec: Record<string, unknown>) => run(runtimeClass(dependencies), testRequest("pods", pod(spec)));

  it("adds the class's overhead, node selector and tolerations", async () => {
    dependencies.reader.put(
      { group: "node.k8s.io", resource: "runtimeclasses" },
      {
        metadata: { name: "vm" },
        overhead: { podFixed: { cpu: "100m" } },
        scheduling: { nodeSelector: { vm: "yes" }, tolerations: [{ key: "vm" }] },
      },
    );
    const spec = podSpec(await admit({ runtimeClassName: "vm", tolerations: [{ key: "vm" }] }));
    expect(spec).toMatchObject({
      overhead: { cpu: "100m" },
      nodeSelector: { vm: "yes" },
      tolerations: [{ key: "vm" }],
    });
    await expect(admit({ runtimeClassName: "vm", overhead: { cpu: "1" } })).rejects.toThrow("Overhead doesn't match");
    await expect(admit({ runtimeClassName: "vm", nodeSelector: { vm: "no" } })).rejects.toThrow("conflict");
    await expect(admit({ runtimeClassName: "vm", overhead: { cpu: "1" }, nodeSelector: { vm: "no" } })).rejects.toThrow(
      "Overhead doesn't match",
    );
    expect(podSpec(await admit({ runtimeClassName: "vm", overhead: { cpu: "0.1" } })).overhead).toEqual({
      cpu: "100m",
    });
  });

  it("removes duplicate tolerations if the class has scheduling settings", async () => {
    const classes = { group: "node.k8s.io", resource: "runtimeclasses" };
    const tolerations = [{ key: "a", operator: "Exists" }];
    dependencies.reader.put(classes, { metadata: { name: "wide" }, scheduling: { tolerations } });
    dependencies.reader.put(classes, { metadata: { name: "plain" } });
    const narrow = { key: "a", operator: "Equal", value: "b", effect: "NoSchedule" };
    const given = { tolerations: [narrow, ...tolerations] };
    expect(podSpec(await admit({ runtimeClassName: "wide", ...given })).tolerations).toEqual(tolerations);
    expect(podSpec(await admit({ runtimeClassName: "plain", ...given })).tolerations).toEqual(given.tolerations);
  });

  it("validates a class that another plugin set afterwards", async () => {
    const plugin = runtimeClass(dependencies);
    const request = testRequest("pods", pod({ runtimeClassName: "late" }));
    expect(() => plugin.validate?.(request)).toThrow('pod rejected: RuntimeClass "late" not found');
  });

  it("rejects missing classes", async () => {
    await expect(admit({ overhead: { cpu: "1" } })).rejects.toThrow("set without corresponding RuntimeClass");
    await expect(admit({ runtimeClassName: "none" })).rejects.toThrow('pod rejected: RuntimeClass "none" not found');
    await expect(admit({ runtimeClassName: "" })).rejects.toMatchObject({
      code: 500,
      reason: "",
      message: "resource name may not be empty",
    });
    await expect(admit({ runtimeClassName: "a/b" })).rejects.toMatchObject({
      code: 500,
      message: "invalid resource name \"a/b\": [may not contain '/']",
    });
  });
});
