/** Initial objects that several scenarios share. */
import type { Expectation, StateCheck } from "../../lessons/lesson.ts";
import type { Manifest } from "../../manifests/manifest.ts";

export interface DeploymentParts {
  readonly name: string;
  readonly replicas: number;
  readonly image?: string;
  /** Further fields of the container. */
  readonly container?: object;
  /** Further fields of the pod's spec. */
  readonly pod?: object;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Seconds that a pod must be ready before it counts as available; default 0. */
  readonly minReadySeconds?: number;
}

/** For pods whose programs ignore the termination signal: learners should not wait for half a minute. */
export const QUICK_END = { terminationGracePeriodSeconds: 1 };

/** A deployment whose pods carry the label `app` with its name. */
export const deployment = (parts: DeploymentParts): Manifest => {
  const { name, replicas, image = "nginx:1.27", container = {}, pod = {}, annotations, minReadySeconds } = parts;
  const labels = { app: name };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name },
    spec: {
      replicas,
      ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
      selector: { matchLabels: labels },
      template: {
        metadata: { labels, ...(annotations === undefined ? {} : { annotations }) },
        spec: { containers: [{ name, image, ...container }], ...pod },
      },
    },
  };
};

/** A service in front of the pods of a deployment. */
export const service = (name: string, port: number, targetPort = port): Manifest => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name },
  spec: { selector: { app: name }, ports: [{ port, targetPort }] },
});

/** At most one pod per node, as far as possible. */
export const spread = (app: string): readonly object[] => [
  {
    maxSkew: 1,
    topologyKey: "{labelDomain}/hostname",
    whenUnsatisfiable: "ScheduleAnyway",
    labelSelector: { matchLabels: { app } },
  },
];

/** A check that a deployment has reached the initial state of a scenario. */
export const settled = (name: string, path: string, expect: readonly Expectation[]): StateCheck => ({
  says: { en: `\`${name}\` is there`, de: `\`${name}\` ist da` },
  ask: { method: "GET", path },
  status: 200,
  expect,
});

/** Both languages of a text that is the same in both. */
export const code = (text: string) => ({ en: text, de: text });

export const MERGE_PATCH = "application/merge-patch+json";
export const STRATEGIC_PATCH = "application/strategic-merge-patch+json";
