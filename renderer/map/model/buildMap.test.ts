import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { Adjacency } from "./adjacency.ts";
import { buildMap, type MapInput } from "./buildMap.ts";
import { groupMap } from "./grouping.ts";
import { MAP_KIND_NAMES, MAP_KINDS, type MapKind } from "./kinds.ts";
import { layoutMap } from "./layout.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");

interface Parts {
  labels?: Record<string, string>;
  owner?: { kind: string; name: string; uid: string; apiVersion?: string };
  [field: string]: unknown;
}

/** An object in the namespace `shop`; its uid consists of its kind and name. */
function object(kind: string, name: string, { labels, owner, ...rest }: Parts = {}): ApiObject {
  const ownerReferences =
    owner === undefined ? undefined : [{ apiVersion: "apps/v1", ...owner, controller: true as const }];
  const metadata = { name, namespace: "shop", uid: `${kind} ${name}`, labels: labels ?? {} };
  return { apiVersion: "v1", kind, metadata: ownerReferences ? { ...metadata, ownerReferences } : metadata, ...rest };
}

function inputOf(objects: Partial<Record<MapKind, ApiObject[]>>, unknown: readonly string[] = []): MapInput {
  const all = Object.fromEntries(MAP_KIND_NAMES.map((kind) => [kind, objects[kind] ?? []])) as Record<
    MapKind,
    ApiObject[]
  >;
  for (const kind of MAP_KIND_NAMES) {
    const group = groupOf(kind);
    for (const each of all[kind]) each.apiVersion = group === "" ? "v1" : `${group}/v1`;
  }
  const isKnown = (kind: string, namespace: string): boolean => namespace === "shop" && !unknown.includes(kind);
  return { objects: all, now: NOW, isKnown, groupOf, isNamespaced: ({ kind }) => kind !== "Node" };
}

const groupOf = (kind: MapKind): string => MAP_KINDS[kind].group.replace("{domain}", "k8s.io");

/** Edges in the form `Service/web selects Deployment/web`. */
function linesOf(input: MapInput): string[] {
  const short = (id: string): string => id.replace("/shop/", "/");
  return buildMap(input)
    .edges.flatMap(({ from, to, relations }) => relations.map((each) => `${short(from)} ${each} ${short(to)}`))
    .sort();
}

const nodeOf = (input: MapInput, id: string) => buildMap(input).nodes.find((node) => node.id === id);
const podSpec = (more: object = {}) => ({ containers: [{ name: "app" }], ...more });
const templated = (app: string, spec: object = podSpec()) => ({
  spec: { replicas: 1, template: { metadata: { labels: { app } }, spec } },
  status: { availableReplicas: 1 },
});
const running = { status: { phase: "Running" } };

describe("Workloads", () => {
  it("include the pods of their replica sets and jobs", () => {
    const input = inputOf({
      Deployment: [object("Deployment", "web", templated("web"))],
      ReplicaSet: [
        object("ReplicaSet", "web-1", { owner: { kind: "Deployment", name: "web", uid: "Deployment web" } }),
        object("ReplicaSet", "bare", templated("bare")),
      ],
      CronJob: [
        object("CronJob", "nightly", { spec: { schedule: "0 2 * * *", jobTemplate: { spec: templated("n").spec } } }),
      ],
      Job: [object("Job", "nightly-1", { owner: { kind: "CronJob", name: "nightly", uid: "CronJob nightly" } })],
      Pod: [
        object("Pod", "web-1-a", { ...running, owner: { kind: "ReplicaSet", name: "web-1", uid: "ReplicaSet web-1" } }),
        object("Pod", "nightly-1-a", { ...running, owner: { kind: "Job", name: "nightly-1", uid: "Job nightly-1" } }),
        object("Pod", "alone", running),
      ],
    });
    const pods = Object.fromEntries(buildMap(input).nodes.map(({ id, pods }) => [id, pods.map(({ name }) => name)]));
    expect(pods).toEqual({
      "Deployment/shop/web": ["web-1-a"],
      "ReplicaSet/shop/bare": [],
      "CronJob/shop/nightly": ["nightly-1-a"],
      "Pod/shop/alone": ["alone"],
    });
    expect(linesOf(input)).toEqual([]);
  });

  it("are derived from their pods if unreadable", () => {
    const owner = { kind: "Rollout", name: "web", uid: "x", apiVersion: "argoproj.io/v1alpha1" };
    const input = inputOf({
      Pod: [object("Pod", "web-a", { labels: { app: "web" }, owner, spec: podSpec({ serviceAccountName: "web" }) })],
      Service: [object("Service", "web", { spec: { selector: { app: "web" } } })],
      ServiceAccount: [object("ServiceAccount", "web")],
    });
    expect(linesOf(input)).toEqual(["Rollout/web runsAs ServiceAccount/web", "Service/web selects Rollout/web"]);
    expect(nodeOf(input, "Rollout/shop/web")).toMatchObject({ presence: "named", layer: 2 });
  });

  it("are derived from the names of unreadable replica sets", () => {
    const pod = object("Pod", "web-5d-x", {
      labels: { app: "web", "pod-template-hash": "5d" },
      owner: { kind: "ReplicaSet", name: "web-5d", uid: "unread" },
    });
    const input = inputOf({ Deployment: [object("Deployment", "web", templated("web"))], Pod: [pod] }, ["ReplicaSet"]);
    expect(buildMap(input).nodes.map(({ id, pods }) => [id, pods.length])).toEqual([["Deployment/shop/web", 1]]);
    const alone = inputOf({ Pod: [pod] }, ["ReplicaSet", "Deployment"]);
    expect(nodeOf(alone, "Deployment/shop/web")).toMatchObject({ presence: "named", labels: { app: "web" } });
  });

  it("are connected with each object named in their template once", () => {
    const spec = podSpec({
      serviceAccountName: "web",
      imagePullSecrets: [{ name: "registry" }],
      volumes: [
        { name: "c", configMap: { name: "settings" } },
        { name: "p", projected: { sources: [{ secret: { name: "keys" } }] } },
        { name: "d", persistentVolumeClaim: { claimName: "data" } },
        { name: "kube-api-access-x", projected: { sources: [{ configMap: { name: "kube-root-ca.crt" } }] } },
      ],
      initContainers: [{ name: "i", envFrom: [{ configMapRef: { name: "settings" } }] }],
      containers: [
        {
          name: "a",
          env: [
            { name: "A", valueFrom: { secretKeyRef: { name: "keys", key: "a" } } },
            { name: "B", valueFrom: { configMapKeyRef: { name: "gone", key: "a", optional: true } } },
          ],
        },
      ],
    });
    const input = inputOf({
      Deployment: [object("Deployment", "web", templated("web", spec))],
      ConfigMap: [object("ConfigMap", "settings"), object("ConfigMap", "kube-root-ca.crt")],
      PersistentVolumeClaim: [
        object("PersistentVolumeClaim", "data", { spec: { volumeName: "pv-1" }, status: { phase: "Bound" } }),
      ],
    });
    expect(linesOf(input)).toEqual([
      "Deployment/web envOf ConfigMap/settings",
      "Deployment/web envOf Secret/keys",
      "Deployment/web mounts ConfigMap/settings",
      "Deployment/web mounts PersistentVolumeClaim/data",
      "Deployment/web mounts Secret/keys",
      "Deployment/web pullsWith Secret/registry",
      "Deployment/web runsAs ServiceAccount/web",
      "PersistentVolumeClaim/data boundTo PersistentVolume//pv-1",
    ]);
    expect(nodeOf(input, "Secret/shop/keys")?.presence).toBe("missing");
    expect(nodeOf(input, "ConfigMap/shop/kube-root-ca.crt")).toBeUndefined();
    expect(nodeOf(input, "PersistentVolume//pv-1")?.presence).toBe("named");
  });

  it("of a StatefulSet include the claims of their pods, found by name", () => {
    const owner = { kind: "StatefulSet", name: "db", uid: "StatefulSet db" };
    const pod = (name: string) =>
      object("Pod", name, {
        owner,
        labels: { app: "db", pod: name },
        spec: podSpec({ volumes: [{ name: "data", persistentVolumeClaim: { claimName: `data-${name}` } }] }),
      });
    const input = inputOf({
      StatefulSet: [object("StatefulSet", "db", templated("db"))],
      Pod: [pod("db-0"), pod("db-1")],
      Service: [object("Service", "first", { spec: { selector: { pod: "db-0" } } })],
    });
    expect(linesOf(input)).toEqual([
      "Service/first selects StatefulSet/db",
      "StatefulSet/db mounts PersistentVolumeClaim/data-db-0",
      "StatefulSet/db mounts PersistentVolumeClaim/data-db-1",
    ]);
  });
});

describe("Objects that act on workloads", () => {
  const web = () => [object("Deployment", "web", templated("web"))];

  it("are connected with the selected workloads and get a note if they select none", () => {
    const input = inputOf({
      Deployment: web(),
      Service: [
        object("Service", "web", { spec: { selector: { app: "web" } } }),
        object("Service", "lost", { spec: { selector: { app: "webb" } } }),
        object("Service", "outside", { spec: { type: "ExternalName" } }),
      ],
      PodDisruptionBudget: [
        object("PodDisruptionBudget", "web", {
          spec: { selector: { matchExpressions: [{ key: "app", operator: "In", values: ["web", "api"] }] } },
        }),
      ],
      NetworkPolicy: [object("NetworkPolicy", "deny", { spec: { podSelector: {} } })],
      HorizontalPodAutoscaler: [
        object("HorizontalPodAutoscaler", "web", {
          spec: { maxReplicas: 5, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } },
        }),
        object("HorizontalPodAutoscaler", "lost", {
          spec: { maxReplicas: 5, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "gone" } },
        }),
      ],
    });
    expect(linesOf(input)).toEqual([
      "HorizontalPodAutoscaler/lost scales Deployment/gone",
      "HorizontalPodAutoscaler/web scales Deployment/web",
      "PodDisruptionBudget/web protects Deployment/web",
      "Service/web selects Deployment/web",
    ]);
    expect(nodeOf(input, "Service/shop/lost")?.notes).toEqual([{ id: "selectsNothing", values: {} }]);
    expect(nodeOf(input, "Service/shop/outside")?.notes).toEqual([]);
    expect(nodeOf(input, "NetworkPolicy/shop/deny")?.notes).toEqual([{ id: "actsOnAll", values: {} }]);
    expect(nodeOf(input, "Deployment/shop/gone")?.presence).toBe("missing");
  });

  it("connect an Ingress with Services, existing or missing, and check their ports", () => {
    const path = (name: string, port: object) => ({ path: "/", backend: { service: { name, port } } });
    const paths = [path("web", { name: "http" }), path("web", { number: 81 }), path("gone", { number: 80 })];
    const input = inputOf({
      Ingress: [object("Ingress", "shop", { spec: { tls: [{ secretName: "cert" }], rules: [{ http: { paths } }] } })],
      Service: [object("Service", "web", { spec: { ports: [{ name: "http", port: 80 }] } })],
    });
    expect(linesOf(input)).toEqual([
      "Ingress/shop routesTo Service/gone",
      "Ingress/shop routesTo Service/web",
      "Ingress/shop tlsFrom Secret/cert",
    ]);
    expect(nodeOf(input, "Ingress/shop/shop")?.notes).toEqual([
      { id: "noPort", values: { service: "web", port: "81" } },
    ]);
    expect(nodeOf(input, "Service/shop/gone")?.presence).toBe("missing");
  });

  it("report nothing as missing in unread kinds and namespaces", () => {
    const binding = object("RoleBinding", "b", {
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
      subjects: [
        { kind: "ServiceAccount", name: "web" },
        { kind: "ServiceAccount", name: "ci", namespace: "build" },
        { kind: "User", name: "alice" },
      ],
    });
    const input = inputOf(
      {
        RoleBinding: [binding],
        Deployment: [object("Deployment", "web", templated("web", podSpec({ serviceAccountName: "web" })))],
      },
      ["ServiceAccount"],
    );
    expect(linesOf(input)).toEqual([
      "Deployment/web runsAs ServiceAccount/web",
      "RoleBinding/b grants ClusterRole//view",
      "ServiceAccount/build/ci grantedBy RoleBinding/b",
      "ServiceAccount/web grantedBy RoleBinding/b",
    ]);
    expect(buildMap(input).nodes.filter(({ presence }) => presence === "missing")).toEqual([]);
  });

  it("do not report service accounts as missing that are bound in advance", () => {
    const binding = object("RoleBinding", "system:later", {
      labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "later" },
      subjects: [{ kind: "ServiceAccount", name: "later", namespace: "shop" }],
    });
    const input = inputOf({ RoleBinding: [binding], Role: [object("Role", "later")] });
    expect(linesOf(input)).toEqual(["RoleBinding/system:later grants Role/later"]);
  });

  it("connect objects owned by custom resources of any kind", () => {
    const owner = { kind: "Service", name: "hello", uid: "k", apiVersion: "serving.knative.dev/v1" };
    const input = inputOf({
      Deployment: [object("Deployment", "hello-1", { ...templated("hello"), owner })],
      Service: [object("Service", "hello", { owner, spec: {} })],
    });
    expect(linesOf(input)).toEqual([
      "Service.serving.knative.dev/hello owns Deployment/hello-1",
      "Service.serving.knative.dev/hello owns Service/hello",
    ]);
  });
});

/** Applications with a Service, a Deployment and some pods each, which count how often their metadata is read. */
function town(pods: number) {
  let looks = 0;
  const counted = (each: ApiObject): ApiObject => {
    const { metadata } = each;
    return Object.defineProperty(each, "metadata", {
      get: () => {
        looks += 1;
        return metadata;
      },
      enumerable: true,
    });
  };
  const apps = Array.from({ length: pods / 10 }, (_, i) => `app-${i}`);
  const input = inputOf({
    Deployment: apps.map((app) => counted(object("Deployment", app, { ...templated(app), labels: { app } }))),
    ReplicaSet: apps.map((app) =>
      counted(object("ReplicaSet", `${app}-1`, { owner: { kind: "Deployment", name: app, uid: `Deployment ${app}` } })),
    ),
    Service: apps.map((app) => counted(object("Service", app, { spec: { selector: { app } } }))),
    Pod: apps.flatMap((app) =>
      Array.from({ length: 10 }, (_, i) =>
        counted(
          object("Pod", `${app}-1-${i}`, {
            ...running,
            labels: { app },
            owner: { kind: "ReplicaSet", name: `${app}-1`, uid: `ReplicaSet ${app}-1` },
          }),
        ),
      ),
    ),
  });
  return { input, looks: () => looks };
}

describe("Large cluster", () => {
  it("limits the number of edges: objects that act on very many get a note instead", () => {
    const input = inputOf({
      Pod: Array.from({ length: 30 }, (_, i) => object("Pod", `p-${i}`, { ...running, labels: { app: "web" } })),
      Service: [object("Service", "web", { spec: { selector: { app: "web" } } })],
    });
    expect(linesOf(input)).toEqual([]);
    expect(nodeOf(input, "Service/shop/web")?.notes).toEqual([{ id: "actsOnMany", values: {} }]);
  });

  it("has a constant cost per object", () => {
    const cost = (pods: number): number => {
      const { input, looks } = town(pods);
      const map = buildMap(input);
      const adjacency = new Adjacency(map.edges);
      const groups = groupMap(map, adjacency, ["app"]);
      expect(groups).toHaveLength(pods / 10);
      expect(layoutMap(groups, adjacency, new Set()).nodes.size).toBe(pods / 5);
      return looks();
    };
    const [small, large] = [cost(500), cost(5_000)];
    expect(small).toBeGreaterThan(500);
    expect(large / small).toBeLessThan(10.5);
  });
});
