import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { allDefinitions } from "../all.ts";

const NOW = Date.parse("2026-01-02T03:04:05Z");
const meta = (more: object = {}) => ({ name: "x", creationTimestamp: "2026-01-02T02:04:05Z", ...more });
const template = {
  spec: {
    containers: [
      { name: "a", image: "img/a" },
      { name: "b", image: "img/b" },
    ],
  },
};
const selector = { matchLabels: { app: "x" } };

/** Resource, members of an object besides metadata, and the cells of its row without the name. */
const rows: readonly (readonly [resource: string, object: object, cells: readonly unknown[]])[] = [
  [
    "deployments",
    {
      spec: { replicas: 3, selector, template },
      status: { readyReplicas: 2, updatedReplicas: 1, availableReplicas: 2 },
    },
    ["2/3", 1, 2, "60m", "a,b", "img/a,img/b", "app=x"],
  ],
  ["deployments", { spec: { template: {} } }, ["0/0", 0, 0, "60m", "", "", "<none>"]],
  [
    "replicasets",
    { spec: { replicas: 3, selector, template }, status: { replicas: 2, readyReplicas: 1 } },
    [3, 2, 1, "60m", "a,b", "img/a,img/b", "app=x"],
  ],
  [
    "statefulsets",
    { spec: { replicas: 3, selector, template }, status: { readyReplicas: 1 } },
    ["1/3", "60m", "a,b", "img/a,img/b"],
  ],
  [
    "daemonsets",
    {
      spec: { selector, template: { spec: { ...template.spec, nodeSelector: { disk: "ssd" } } } },
      status: {
        desiredNumberScheduled: 5,
        currentNumberScheduled: 4,
        numberReady: 3,
        updatedNumberScheduled: 2,
        numberAvailable: 1,
      },
    },
    [5, 4, 3, 2, 1, "disk=ssd", "60m", "a,b", "img/a,img/b", "app=x"],
  ],
  [
    "replicationcontrollers",
    { spec: { replicas: 2, selector: { app: "x" }, template }, status: { replicas: 1, readyReplicas: 1 } },
    [2, 1, 1, "60m", "a,b", "img/a,img/b", "app=x"],
  ],
  ["controllerrevisions", { revision: 7 }, ["<none>", 7, "60m"]],
  [
    "jobs",
    {
      spec: { completions: 3, selector, template },
      status: { succeeded: 1, startTime: "2026-01-02T03:03:05Z", active: 1 },
    },
    ["Running", "1/3", "60s", "60m", "a,b", "img/a,img/b", "app=x"],
  ],
  [
    "jobs",
    {
      spec: { completions: 1, template },
      status: {
        succeeded: 1,
        startTime: "2026-01-02T03:03:05Z",
        completionTime: "2026-01-02T03:03:35Z",
        conditions: [{ type: "Complete", status: "True" }],
      },
    },
    ["Complete", "1/1", "30s", "60m", "a,b", "img/a,img/b", "<none>"],
  ],
  [
    "jobs",
    {
      spec: { suspend: true, completions: 1, template },
      status: { conditions: [{ type: "Suspended", status: "True" }] },
    },
    ["Suspended", "0/1", "", "60m", "a,b", "img/a,img/b", "<none>"],
  ],
  [
    "cronjobs",
    {
      spec: { schedule: "0 * * * *", suspend: false, jobTemplate: { spec: { template } } },
      status: { active: [{}], lastScheduleTime: "2026-01-02T03:00:05Z" },
    },
    ["0 * * * *", "<none>", "False", 1, "4m", "60m", "a,b", "img/a,img/b", "<none>"],
  ],
  [
    "ingresses",
    {
      spec: { ingressClassName: "nginx", rules: [{ host: "a.example" }, {}], tls: [{}] },
      status: { loadBalancer: { ingress: [{ ip: "10.1.1.1" }, { hostname: "lb.example" }] } },
    },
    ["nginx", "a.example", "10.1.1.1,lb.example", "80, 443", "60m"],
  ],
  ["ingresses", { spec: {} }, ["<none>", "*", "", "80", "60m"]],
  ["networkpolicies", { spec: { podSelector: selector } }, ["app=x", "60m"]],
  ["ingressclasses", { spec: { controller: "c.example/x" } }, ["c.example/x", "<none>", "60m"]],
  [
    "poddisruptionbudgets",
    { spec: { minAvailable: "50%" }, status: { disruptionsAllowed: 2 } },
    ["50%", "N/A", 2, "60m"],
  ],
  ["leases", { spec: { holderIdentity: "me" } }, ["me", "60m"]],
  ["priorityclasses", { value: 1000, globalDefault: true, preemptionPolicy: "Never" }, [1000, true, "60m", "Never"]],
  ["runtimeclasses", { handler: "gvisor" }, ["gvisor", "60m"]],
  [
    "storageclasses",
    { provisioner: "csi.example", reclaimPolicy: "Retain", volumeBindingMode: "Immediate", allowVolumeExpansion: true },
    ["csi.example", "Retain", "Immediate", true, "60m"],
  ],
  ["csinodes", { spec: { drivers: [{}, {}] } }, [2, "60m"]],
  [
    "volumeattachments",
    {
      spec: { attacher: "csi.example", nodeName: "n", source: { persistentVolumeName: "pv" } },
      status: { attached: true },
    },
    ["csi.example", "pv", "n", true, "60m"],
  ],
  ["mutatingwebhookconfigurations", { webhooks: [{}, {}] }, [2, "60m"]],
  ["validatingwebhookconfigurations", {}, [0, "60m"]],
  [
    "rolebindings",
    {
      roleRef: { kind: "Role", name: "r" },
      subjects: [
        { kind: "User", name: "u" },
        { kind: "Group", name: "g" },
        { kind: "ServiceAccount", namespace: "n", name: "s" },
      ],
    },
    ["Role/r", "60m", "u", "g", "n/s"],
  ],
  [
    "endpointslices",
    {
      addressType: "IPv4",
      ports: [{ port: 80 }, { port: 443 }],
      endpoints: [{ addresses: ["10.0.0.1"] }, { addresses: ["10.0.0.2", "10.0.0.3"] }],
    },
    ["IPv4", "80,443", "10.0.0.1,10.0.0.2,10.0.0.3", "60m"],
  ],
  ["endpointslices", { addressType: "IPv4", ports: [{ name: "" }] }, ["IPv4", "<unset>", "<unset>", "60m"]],
  ["configmaps", { data: { a: "1" }, binaryData: { b: "" } }, [2, "60m"]],
  ["secrets", { type: "Opaque", data: { a: "" } }, ["Opaque", 1, "60m"]],
  ["serviceaccounts", { secrets: [{}] }, [1, "60m"]],
  ["namespaces", { status: { phase: "Active" } }, ["Active", "60m"]],
  ["podtemplates", { template: { metadata: { labels: { a: "b" } }, ...template } }, ["a,b", "img/a,img/b", "a=b"]],
  ["limitranges", {}, ["2026-01-02T02:04:05Z"]],
  ["componentstatuses", {}, ["Unknown", "", ""]],
  ["apiservices", { status: { conditions: [{ type: "Available", status: "False" }] } }, ["Local", "False", "60m"]],
  ["validatingadmissionpolicybindings", { spec: { policyName: "p", paramRef: { name: "n" } } }, ["p", "*/n", "60m"]],
  [
    "validatingadmissionpolicybindings",
    {
      spec: {
        policyName: "p",
        paramRef: {
          selector: {
            matchLabels: { b: "2", a: "1" },
            matchExpressions: [{ key: "k", operator: "In", values: ["x", "y"] }],
          },
        },
      },
    },
    [
      "p",
      "&LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:k,Operator:In,Values:[x y],},},}",
      "60m",
    ],
  ],
  [
    "resourcequotas",
    { status: { hard: { pods: "10", "count/limits.x": "3", "limits.cpu": "4" }, used: { pods: "2" } } },
    ["60m", "count/limits.x: 0/3, pods: 2/10", "limits.cpu: 0/4"],
  ],
];

const vocabulary = createVocabulary();

describe("Cells", () => {
  it.each(rows)("%s %j", (resource, object, cells) => {
    const definition = allDefinitions.find((d) => d.plural === resource && d.storedAs === undefined);
    const actual = definition?.columns.map((column) => column.cell({ metadata: meta(), ...object }, NOW, vocabulary));
    expect(actual).toEqual(["x", ...cells]);
  });

  it.each([
    ["storageclasses", { "storageclass.kubernetes.io/is-default-class": "true" }, "x (default)"],
    ["storageclasses", { "storageclass.beta.kubernetes.io/is-default-class": "true" }, "x (default)"],
    ["storageclasses", { "storageclass.kubernetes.io/is-default-class": "yes" }, "x"],
    ["storageclasses", { "storageclass.example.com/is-default-class": "true" }, "x"],
    [
      "volumeattributesclasses",
      { "volumeattributesclass.alpha.kubernetes.io/is-default-class": "true" },
      "x (default)",
    ],
    ["volumeattributesclasses", {}, "x"],
  ])("of %s mark the default class: %j", (resource, annotations, name) => {
    const definition = allDefinitions.find((d) => d.plural === resource);
    expect(definition?.columns[0]?.cell({ metadata: meta({ annotations }) }, NOW, vocabulary)).toBe(name);
  });

  it("of volumes and claims read the class from the product's own annotation first", () => {
    const cell = (annotation: string): unknown => {
      const definition = allDefinitions.find((d) => d.plural === "persistentvolumeclaims");
      const object = { metadata: meta({ annotations: { [annotation]: "old" } }), spec: { storageClassName: "new" } };
      return definition?.columns.find(({ name }) => name === "StorageClass")?.cell(object, NOW, vocabulary);
    };
    expect(cell("volume.beta.kubernetes.io/storage-class")).toBe("old");
    expect(cell("volume.beta.example.com/storage-class")).toBe("new");
  });

  it("of controller revisions name the controller in lower case", () => {
    const owner = { apiVersion: "Example.Com/v1", kind: "Game", name: "Chess", uid: "u", controller: true };
    const definition = allDefinitions.find((d) => d.plural === "controllerrevisions");
    const cells = definition?.columns.map((c) =>
      c.cell({ metadata: meta({ ownerReferences: [owner] }) }, NOW, vocabulary),
    );
    expect(cells?.[1]).toBe("game.example.com/Chess");
  });

  it("have the type of their column", () => {
    for (const [resource, object] of rows) {
      const definition = allDefinitions.find((d) => d.plural === resource && d.storedAs === undefined);
      for (const column of definition?.columns ?? []) {
        const cell = column.cell({ metadata: meta(), ...object }, NOW, vocabulary);
        const where = `${resource} ${column.name}`;
        if (column.type === "integer") expect.soft(Number.isInteger(cell), where).toBe(true);
        if (column.type === "boolean") expect.soft(["boolean", "string"], where).toContain(typeof cell);
      }
    }
  });

  it.each([
    ["daemonsets", "Up-to-date", "The total number of nodes that are running updated daemon pod"],
    ["poddisruptionbudgets", "Min Available", "The minimum number of pods that must be available."],
    ["persistentvolumeclaims", "StorageClass", "StorageClass of the pvc"],
    [
      "validatingwebhookconfigurations",
      "Webhooks",
      "Webhooks indicates the number of webhooks registered in this configuration",
    ],
    ["runtimeclasses", "Handler", ""],
  ])("%s: %s has the reference's description", (resource, column, description) => {
    const definition = allDefinitions.find((d) => d.plural === resource);
    expect(definition?.columns.find(({ name }) => name === column)?.description).toBe(description);
  });

  it("have headers without product words in another vocabulary", () => {
    const other = createVocabulary("orch");
    for (const { columns } of allDefinitions) {
      for (const { description, name } of columns) {
        expect.soft(vocabulary.render(description), name).not.toMatch(/\{(domain|labelDomain|product)\}/);
        expect.soft(other.render(description), name).not.toMatch(/kubernetes\.io|k8s\.io/);
      }
    }
  });
});
