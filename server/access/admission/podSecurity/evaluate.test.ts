import { describe, expect, it } from "vitest";
import { atOnce } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { createFeatureGates } from "../../../ground/settings/featureGates.ts";
import { evaluatorOf, findingsText, podEvaluator } from "./evaluate.ts";
import type { Level, Version } from "./level.ts";
import { type ContainerContext, type PodSpec, podOf } from "./pod.ts";

const evaluate = podEvaluator(createVocabulary(), createFeatureGates());
const told = (
  level: Level,
  spec: PodSpec & object,
  version: Version = "latest",
  annotations: Record<string, string> = {},
  by = evaluate,
): string => findingsText(atOnce(by({ level, version }, podOf({ metadata: { annotations }, spec }))));

const container = (name: string, securityContext: ContainerContext = {}, parts: object = {}) => ({
  name,
  securityContext,
  ...parts,
});
const pod = (securityContext: ContainerContext = {}, parts: object = {}): PodSpec => ({
  containers: [container("a", securityContext)],
  ...parts,
});
/** A container that passes all checks. */
const good: ContainerContext = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  capabilities: { drop: ["ALL"] },
  seccompProfile: { type: "RuntimeDefault" },
};
const strict = (securityContext: ContainerContext = {}, parts: object = {}): PodSpec =>
  pod({ ...good, ...securityContext }, parts);
const profile = (type: string) => ({ type });

describe("Baseline level", () => {
  it.each<[PodSpec, string]>([
    [pod(), ""],
    [strict(), ""],
    [{ hostNetwork: true }, "host namespaces (hostNetwork=true)"],
    [
      { hostIPC: true, hostPID: true, hostNetwork: true },
      "host namespaces (hostNetwork=true, hostPID=true, hostIPC=true)",
    ],
    [{ volumes: [{ name: "v", hostPath: { path: "/" } }] }, 'hostPath volumes (volume "v")'],
    [
      {
        volumes: [
          { name: "v", hostPath: {} },
          { name: "e", emptyDir: {} },
          { name: "w", hostPath: {} },
        ],
      },
      'hostPath volumes (volumes "v", "w")',
    ],
    [{ containers: [{ name: "a", ports: [{ hostPort: 80 }, {}] }] }, 'hostPort (container "a" uses hostPort 80)'],
    [
      {
        initContainers: [{ name: "b", ports: [{ hostPort: 9 }] }],
        containers: [{ name: "a", ports: [{ hostPort: 80 }, { hostPort: 9 }] }],
      },
      'hostPort (containers "b", "a" use hostPorts 80, 9)',
    ],
    [pod({ privileged: true }), 'privileged (container "a" must not set securityContext.privileged=true)'],
    [
      {
        ephemeralContainers: [container("e", { privileged: true })],
        containers: [container("a", { privileged: true })],
      },
      'privileged (containers "a", "e" must not set securityContext.privileged=true)',
    ],
    [pod({ procMount: "Default" }), ""],
    [pod({ procMount: "Unmasked" }), 'procMount (container "a" must not set securityContext.procMount to "Unmasked")'],
    [pod({ capabilities: { add: ["CHOWN"], drop: [] } }), ""],
    [
      pod({ capabilities: { add: ["SYS_ADMIN", "CHOWN", "NET_RAW"] } }),
      'non-default capabilities (container "a" must not include "NET_RAW", "SYS_ADMIN" in securityContext.capabilities.add)',
    ],
    [pod({ appArmorProfile: profile("Localhost") }), ""],
    [
      { securityContext: { appArmorProfile: profile("Unconfined") } },
      'forbidden AppArmor profile (pod must not set AppArmor profile type to "Unconfined")',
    ],
    [
      pod({ appArmorProfile: profile("Other") }, { securityContext: { appArmorProfile: profile("Unconfined") } }),
      'forbidden AppArmor profiles (pod and container "a" must not set AppArmor profile type to "Other", "Unconfined")',
    ],
    [pod({ seccompProfile: profile("Localhost") }), ""],
    [
      pod({ seccompProfile: profile("Unconfined") }, { securityContext: { seccompProfile: profile("Unconfined") } }),
      'seccompProfile (pod and container "a" must not set securityContext.seccompProfile.type to "Unconfined")',
    ],
    [pod({ seLinuxOptions: { type: "container_engine_t" } }), ""],
    [
      pod(
        { seLinuxOptions: { type: "spc_t", user: "u", role: "r" } },
        { securityContext: { seLinuxOptions: { type: "x" } } },
      ),
      'seLinuxOptions (pod and container "a" set forbidden securityContext.seLinuxOptions: types "spc_t", "x"; user may not be set; role may not be set)',
    ],
    [
      pod({ seLinuxOptions: { user: "u" } }),
      'seLinuxOptions (container "a" set forbidden securityContext.seLinuxOptions: user may not be set)',
    ],
    [
      { securityContext: { sysctls: [{ name: "net.ipv4.tcp_rmem" }, { name: "kernel.msgmax" }, { name: "b" }] } },
      "forbidden sysctls (kernel.msgmax, b)",
    ],
    [
      pod({ windowsOptions: { hostProcess: true } }, { securityContext: { windowsOptions: { hostProcess: true } } }),
      'hostProcess (pod and container "a" must not set securityContext.windowsOptions.hostProcess=true)',
    ],
    [
      pod({ privileged: true }, { hostNetwork: true }),
      'host namespaces (hostNetwork=true), privileged (container "a" must not set securityContext.privileged=true)',
    ],
  ])("checks %j", (spec, text) => {
    expect(told("baseline", spec)).toBe(text);
    expect(told("privileged", spec)).toBe("");
  });

  it("checks annotations", () => {
    const key = "container.apparmor.security.beta.kubernetes.io/a";
    expect(told("baseline", pod(), "latest", { [key]: "runtime/default" })).toBe("");
    expect(told("baseline", pod(), "latest", { [key]: "localhost/x" })).toBe("");
    expect(told("baseline", pod(), "latest", { [key]: "unconfined" })).toBe(
      `forbidden AppArmor profile (annotation must not set AppArmor profile type to "${key}="unconfined"")`,
    );
    const seccomp = {
      "seccomp.security.alpha.kubernetes.io/pod": "unconfined",
      "container.seccomp.security.alpha.kubernetes.io/a": "localhost/x",
      "container.seccomp.security.alpha.kubernetes.io/none": "unconfined",
    };
    expect(told("baseline", pod(), 18, seccomp)).toBe(
      'seccompProfile (forbidden annotation seccomp.security.alpha.kubernetes.io/pod="unconfined")',
    );
    expect(told("baseline", pod(), 19, seccomp)).toBe("");
  });
});

describe("Restricted level", () => {
  it.each<[PodSpec, string]>([
    [strict(), ""],
    [
      pod(),
      'allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "a" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
    ],
    [
      strict({ capabilities: { drop: ["ALL"], add: ["NET_BIND_SERVICE", "CHOWN"] } }),
      'unrestricted capabilities (container "a" must not include "CHOWN" in securityContext.capabilities.add)',
    ],
    [
      strict({ capabilities: { add: ["SYS_ADMIN"] } }),
      'unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"]; container "a" must not include "SYS_ADMIN" in securityContext.capabilities.add)',
    ],
    [
      strict(
        {},
        {
          volumes: [
            { name: "v", hostPath: {} },
            { name: "s", secret: {} },
          ],
        },
      ),
      'restricted volume types (volume "v" uses restricted volume type "hostPath")',
    ],
    [
      strict(
        {},
        {
          volumes: [
            { name: "v", nfs: {} },
            { name: "w", cephfs: {} },
            { name: "x", image: {} },
          ],
        },
      ),
      'restricted volume types (volumes "v", "w", "x" use restricted volume types "cephfs", "nfs", "unknown")',
    ],
    [
      strict({ runAsNonRoot: false }, { securityContext: { runAsNonRoot: false } }),
      'runAsNonRoot != true (pod and container "a" must not set securityContext.runAsNonRoot=false)',
    ],
    [{ ...strict({}, { securityContext: { runAsNonRoot: true } }) }, ""],
    [
      strict({ runAsUser: 0 }, { securityContext: { runAsUser: 0 } }),
      'runAsUser=0 (pod and container "a" must not set runAsUser=0)',
    ],
    [strict({ runAsUser: 1 }), ""],
    [
      strict({ seccompProfile: profile("Unconfined") }),
      'seccompProfile (container "a" must not set securityContext.seccompProfile.type to "Unconfined")',
    ],
    [
      strict({ privileged: true }, { hostPID: true }),
      'host namespaces (hostPID=true), privileged (container "a" must not set securityContext.privileged=true)',
    ],
  ])("checks %j", (spec, text) => {
    expect(told("restricted", spec)).toBe(text);
  });

  it("applies pod-level security settings to containers", () => {
    const { runAsNonRoot, seccompProfile, ...rest } = good;
    const spec = { containers: [container("a", rest)], securityContext: { runAsNonRoot, seccompProfile } } as PodSpec;
    expect(told("restricted", spec)).toBe("");
  });
});

describe("Policy versions", () => {
  it("apply the rules of their version", () => {
    const sysctl = (name: string): PodSpec => ({ securityContext: { sysctls: [{ name }] } });
    for (const [name, since] of [
      ["net.ipv4.ip_local_reserved_ports", 27],
      ["net.ipv4.tcp_fin_timeout", 29],
      ["net.ipv4.tcp_wmem", 32],
    ] as const) {
      expect(told("baseline", sysctl(name), since - 1)).toBe(`forbidden sysctls (${name})`);
      expect(told("baseline", sysctl(name), since)).toBe("");
      expect(told("baseline", sysctl(name), 99)).toBe("");
    }
    expect(told("restricted", pod(), 7)).toMatch(/^runAsNonRoot != true \(.*\)$/);
    expect(told("baseline", pod({ seLinuxOptions: { type: "container_engine_t" } }), 30)).toMatch(/^seLinuxOptions/);
  });

  it("keep the baseline check before the stricter check was introduced", () => {
    const adding = strict({ capabilities: { add: ["SYS_ADMIN"] } });
    expect(told("restricted", adding, 21)).toMatch(/^non-default capabilities \([^)]*\)$/);
    expect(told("restricted", adding, 22)).toMatch(/^unrestricted capabilities \([^)]*\)$/);
  });

  it("exempt Windows pods since 1.25", () => {
    const windows = { ...pod({ runAsNonRoot: true }), os: { name: "windows" } };
    expect(told("restricted", windows, 24)).toMatch(/allowPrivilegeEscalation.*capabilities.*seccompProfile/);
    expect(told("restricted", windows, 25)).toBe("");
  });

  it("relax checks for pods with user namespaces behind a feature gate", () => {
    const relaxed = podEvaluator(
      createVocabulary(),
      createFeatureGates({ UserNamespacesPodSecurityStandards: "true" }),
    );
    const spec = strict({ runAsNonRoot: false, runAsUser: 0, procMount: "Unmasked" }, { hostUsers: false });
    expect(told("restricted", spec, "latest", {}, relaxed)).toBe("");
    expect(told("restricted", spec)).toMatch(/^procMount .*runAsNonRoot .*runAsUser/);
  });

  it("select the version of each check", () => {
    const find = (reason: string) => () => ({ reason, detail: "" });
    const check = evaluatorOf([
      {
        id: "x",
        level: "baseline",
        versions: [
          { since: 3, check: find("three") },
          { since: 5, check: find("five") },
        ],
      },
    ]);
    const answers = [2, 3, 4, 5, 6, "latest" as const].map((version) => told("baseline", {}, version, {}, check));
    expect(answers).toEqual(["", "three", "three", "five", "five", "five"]);
  });
});
