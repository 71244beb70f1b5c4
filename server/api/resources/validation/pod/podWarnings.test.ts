import { describe, expect, it } from "vitest";
import { atOnce } from "../../../../../shared/steps.ts";
import { createVocabulary } from "../../../../../shared/vocabulary.ts";
import { podWarnings } from "./podWarnings.ts";

const of = (spec: object, annotations: Record<string, string> = {}, path = ""): string[] =>
  atOnce(
    podWarnings(
      { metadata: { annotations }, spec: { containers: [{ name: "c" }], ...spec } },
      path,
      createVocabulary(),
    ),
  );

describe("Pod warnings", () => {
  const cases: readonly [what: string, spec: object, warnings: readonly string[]][] = [
    ["are absent for a plain pod", {}, []],
    [
      "report deprecated label names in the node selector",
      { nodeSelector: { "beta.kubernetes.io/os": "linux" } },
      ['spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead'],
    ],
    [
      "report a topology spread constraint without a selector",
      { topologySpreadConstraints: [{ maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule" }] },
      ["spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod"],
    ],
    [
      "report duplicate and empty names of pull secrets",
      { imagePullSecrets: [{ name: "a" }, { name: "a" }, { name: "" }] },
      [
        'spec.imagePullSecrets[1].name: duplicate name "a"',
        'spec.imagePullSecrets[2]: invalid empty name ""'.replace("]:", "].name:"),
      ],
    ],
    [
      "report fractional bytes",
      { containers: [{ name: "c", resources: { limits: { memory: "100m" } } }] },
      ['spec.containers[0].resources.limits[memory]: fractional byte value "100m" is invalid, must be an integer'],
    ],
    [
      "report environment variables that hide earlier ones",
      {
        containers: [
          {
            name: "c",
            env: [
              { name: "A", value: "1" },
              { name: "A", value: "$(A)2" },
              { name: "A", value: "3" },
            ],
          },
        ],
      },
      ['spec.containers[0].env[2]: hides previous definition of "A", which may be dropped when using apply'],
    ],
    [
      "report a negative grace period",
      { terminationGracePeriodSeconds: -1 },
      ["spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1"],
    ],
    [
      "report overlapping paths in volumes",
      {
        volumes: [
          {
            name: "v",
            configMap: {
              name: "m",
              items: [
                { key: "a", path: "x/y" },
                { key: "b", path: "x" },
                { key: "c", path: "xy" },
                { key: "d", path: "x/y/z" },
              ],
            },
          },
          {
            name: "w",
            projected: {
              sources: [
                { serviceAccountToken: { path: "token" } },
                { secret: { name: "s", items: [{ key: "k", path: "token" }] } },
                { downwardAPI: { items: [{ path: "token/b" }] } },
                {},
              ],
            },
          },
        ],
      },
      [
        'volume "v" (ConfigMap "m"): overlapping paths: "x" with "x/y"',
        'volume "v" (ConfigMap "m"): overlapping paths: "x/y/z" with "x/y"',
        'volume "v" (ConfigMap "m"): overlapping paths: "x/y/z" with "x"',
        'volume "w" (Projected) has no sources provided',
        'volume "w" (Projected): overlapping paths: "token" (Secret "s") with "token" (ServiceAccountToken)',
        'volume "w" (Projected): overlapping paths: "token/b" (DownwardAPI) with "token" (ServiceAccountToken)',
        'volume "w" (Projected): overlapping paths: "token/b" (DownwardAPI) with "token" (Secret "s")',
      ],
    ],
  ];
  it.each(cases)("%s", (_what, spec, warnings) => expect(of(spec)).toEqual(warnings));
});

it("warnings for templates contain the template's path", () =>
  expect(of({}, { "scheduler.alpha.kubernetes.io/critical-pod": "" }, "spec.template")).toEqual([
    'spec.template.metadata.annotations[scheduler.alpha.kubernetes.io/critical-pod]: non-functional in v1.16+; use the "priorityClassName" field instead',
  ]));

it("warns about annotations that fields have replaced", () => {
  const annotations = {
    "seccomp.security.alpha.kubernetes.io/pod": "runtime/default",
    "container.seccomp.security.alpha.kubernetes.io/c": "runtime/default",
    "container.apparmor.security.beta.kubernetes.io/c": "unconfined",
  };
  const at = (name: string): string => `template.metadata.annotations[${name}]`;
  const [pod, container, confined] = Object.keys(annotations).map(at);
  const seccomp = 'non-functional in v1.27+; use the "seccompProfile" field instead';
  expect(of({ containers: [{ name: "c" }] }, annotations, "template")).toEqual([
    `${pod}: ${seccomp}`,
    `${container}: ${seccomp}`,
    `${confined}: deprecated since v1.30; use the "appArmorProfile" field instead`,
  ]);
});

describe("Port conflicts", () => {
  const ports = (...list: object[]): string[] => of({ containers: [{ name: "c", ports: list }] });
  const at = (i: number): string => `spec.containers[0].ports[${i}]`;

  it("are reported in order with every conflicting port", () => {
    const one = { containerPort: 80 };
    expect(
      ports(
        one,
        { ...one, hostPort: 8080 },
        { ...one, hostPort: 8080, hostIP: "10.0.0.1" },
        { ...one, hostPort: 9090 },
        one,
      ),
    ).toEqual([
      `${at(1)}: overlapping port definition with ${at(0)}`,
      `${at(2)}: overlapping port definition with ${at(0)}`,
      `${at(2)}: dangerously ambiguous port definition with ${at(1)}`,
      `${at(3)}: overlapping port definition with ${at(0)}`,
      `${at(4)}: duplicate port definition with ${at(0)}`,
      `${at(4)}: overlapping port definition with ${at(1)}`,
      `${at(4)}: overlapping port definition with ${at(2)}`,
      `${at(4)}: overlapping port definition with ${at(3)}`,
    ]);
  });

  it("are reported up to a limit", () => {
    const found = ports(...Array.from({ length: 20_000 }, () => ({ containerPort: 80 })));
    expect(found.length).toBeGreaterThanOrEqual(1000);
    expect(found.length).toBeLessThan(2000);
  });
});

it("stops looking for overlapping paths at the limit of warnings", () => {
  const items = Array.from({ length: 50_000 }, (_, i) => ({ key: `${i}`, path: i % 2 === 0 ? "a" : "a/b" }));
  expect(of({ volumes: [{ name: "v", configMap: { name: "m", items } }] })).toHaveLength(200);
});
