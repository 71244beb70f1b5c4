/** Manifests in old versions, as people have them, and what has to become of them. For tests. */

/** One manifest before and after. */
export interface Sample {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

const pod = { containers: [{ name: "c", image: "example.com/c:1" }] };
const template = { metadata: { labels: { app: "web" } }, spec: pod };
const selector = { matchLabels: { app: "web" } };

const sample = (
  before: readonly [apiVersion: string, kind: string],
  after: string,
  body: readonly [before: object, after: object],
): Sample => {
  const [apiVersion, kind] = before;
  const metadata = { name: `${kind.toLowerCase()}-${apiVersion.replace(/\W/g, "-")}` };
  return {
    before: { apiVersion, kind, metadata, ...body[0] },
    after: { apiVersion: after, kind, ...body[1] },
  };
};

/** A question to the server, which has no name. */
const review = (kind: string, before: object, after: object = before): Sample => ({
  before: { apiVersion: "authorization.k8s.io/v1beta1", kind, spec: before },
  after: { apiVersion: "authorization.k8s.io/v1", kind, spec: after },
});

/** Of which only the apiVersion changes. */
const same = (before: readonly [string, string], after: string, body: object = {}): Sample =>
  sample(before, after, [body, body]);

const webhook = {
  name: "check.example.com",
  clientConfig: { url: "https://hooks.example.com/check" },
  rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
};
const settled = {
  failurePolicy: "Ignore",
  matchPolicy: "Exact",
  timeoutSeconds: 30,
  admissionReviewVersions: ["v1beta1"],
};

const ingress = [
  {
    spec: {
      backend: { serviceName: "fallback", servicePort: 80 },
      tls: [{ hosts: ["example.com"], secretName: "tls" }],
      rules: [
        {
          host: "example.com",
          http: {
            paths: [
              { path: "/a", backend: { serviceName: "a", servicePort: "http" } },
              { path: "/b", pathType: "Prefix", backend: { serviceName: "b", servicePort: "8080" } },
            ],
          },
        },
      ],
    },
  },
  {
    spec: {
      defaultBackend: { service: { name: "fallback", port: { number: 80 } } },
      tls: [{ hosts: ["example.com"], secretName: "tls" }],
      rules: [
        {
          host: "example.com",
          http: {
            paths: [
              {
                path: "/a",
                pathType: "ImplementationSpecific",
                backend: { service: { name: "a", port: { name: "http" } } },
              },
              { path: "/b", pathType: "Prefix", backend: { service: { name: "b", port: { number: 8080 } } } },
            ],
          },
        },
      ],
    },
  },
] as const;

const deployment = { spec: { replicas: 2, template } };
const scaleTargetRef = { apiVersion: "extensions/v1beta1", kind: "Deployment", name: "web" };
const movedTarget = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };

const names = (plural: string, kind: string) => ({
  plural,
  singular: kind.toLowerCase(),
  kind,
  listKind: `${kind}List`,
});
const definition = (plural: string, kind: string, before: object, after: object): Sample => {
  const common = { group: "example.com", names: names(plural, kind) };
  return {
    before: {
      apiVersion: "apiextensions.k8s.io/v1beta1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${plural}.example.com` },
      spec: { ...common, ...before },
    },
    after: {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${plural}.example.com` },
      spec: { ...common, ...after },
    },
  };
};

const PRESERVE = "x-kubernetes-preserve-unknown-fields";

const workloads: readonly Sample[] = [
  sample(["extensions/v1beta1", "Deployment"], "apps/v1", [
    { spec: { ...deployment.spec, rollbackTo: { revision: 1 } } },
    {
      spec: {
        ...deployment.spec,
        selector,
        progressDeadlineSeconds: 2_147_483_647,
        revisionHistoryLimit: 2_147_483_647,
        strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
      },
    },
  ]),
  sample(["extensions/v1beta1", "DaemonSet"], "apps/v1", [
    { spec: { template, templateGeneration: 3 } },
    { spec: { template, selector, updateStrategy: { type: "OnDelete" } } },
  ]),
  sample(["extensions/v1beta1", "ReplicaSet"], "apps/v1", [{ spec: { template } }, { spec: { template, selector } }]),
  sample(["apps/v1beta1", "Deployment"], "apps/v1", [
    { spec: { ...deployment.spec, strategy: { type: "Recreate" } } },
    { spec: { ...deployment.spec, selector, revisionHistoryLimit: 2, strategy: { type: "Recreate" } } },
  ]),
  sample(["apps/v1beta1", "StatefulSet"], "apps/v1", [
    { spec: { serviceName: "web", template } },
    { spec: { serviceName: "web", template, selector, updateStrategy: { type: "OnDelete" } } },
  ]),
  same(["apps/v1beta1", "ControllerRevision"], "apps/v1", { revision: 1, data: { a: 1 } }),
  same(["apps/v1beta2", "Deployment"], "apps/v1", { spec: { template, selector } }),
  same(["apps/v1beta2", "StatefulSet"], "apps/v1", { spec: { serviceName: "web", template, selector } }),
  same(["apps/v1beta2", "DaemonSet"], "apps/v1", { spec: { template, selector } }),
  same(["apps/v1beta2", "ReplicaSet"], "apps/v1", { spec: { template, selector } }),
  same(["apps/v1beta2", "ControllerRevision"], "apps/v1", { revision: 1, data: { a: 1 } }),
  same(["batch/v1beta1", "CronJob"], "batch/v1", {
    spec: {
      schedule: "*/5 * * * *",
      jobTemplate: { spec: { template: { spec: { ...pod, restartPolicy: "Never" } } } },
    },
  }),
];

const networking: readonly Sample[] = [
  same(["extensions/v1beta1", "NetworkPolicy"], "networking.k8s.io/v1", {
    spec: { podSelector: {}, ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 80 }] }] },
  }),
  sample(["extensions/v1beta1", "Ingress"], "networking.k8s.io/v1", ingress),
  sample(["networking.k8s.io/v1beta1", "Ingress"], "networking.k8s.io/v1", ingress),
  same(["networking.k8s.io/v1beta1", "IngressClass"], "networking.k8s.io/v1", {
    spec: { controller: "example.com/c", parameters: { apiGroup: "example.com", kind: "P", name: "p" } },
  }),
  sample(["discovery.k8s.io/v1beta1", "EndpointSlice"], "discovery.k8s.io/v1", [
    {
      addressType: "IPv4",
      endpoints: [
        {
          addresses: ["192.0.2.1"],
          topology: {
            "kubernetes.io/hostname": "n1",
            "topology.kubernetes.io/zone": "z1",
            "topology.kubernetes.io/region": "r1",
          },
        },
      ],
      ports: [{ name: "http", port: 80 }],
    },
    {
      endpoints: [
        {
          addresses: ["192.0.2.1"],
          nodeName: "n1",
          zone: "z1",
          deprecatedTopology: { "topology.kubernetes.io/region": "r1" },
        },
      ],
    },
  ]),
];

/** A request for a certificate of the user `u`; its key is gone. */
const REQUEST = [
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIR01HNENBUUF3RERFS01BZ0dBMVVFQXd3QmRUQlpNQk1HQnlxR1NNNDlBZ0",
  "VHQ0NxR1NNNDlBd0VIQTBJQQpCQWZBM1h3Y0FUWXhHS0YvMjhKZmc0bXNJL2NycHR6MWhjc2d1emp3NHZqWTdhM3BhZDE3N1F1ZHVIRFl6U1p3",
  "Ck5vbGNyWThMSHVxRXhWdEhMeGQzVWlPZ0FEQUtCZ2dxaGtqT1BRUURBZ05JQURCRkFpQXNFVkN0MGRHWXA3SE0KZ2EwVXhxRzB4VXh5MjJOQl",
  "JxalFjd3psb2JUQ0t3SWhBTmRIL1FmT3ozL0xiTDZKMHQ2UXdsYmJEazVLTGlXMwp1QmxJdk93NXRDUW0KLS0tLS1FTkQgQ0VSVElGSUNBVEUg",
  "UkVRVUVTVC0tLS0tCg==",
].join("");
const asked = { resourceAttributes: { verb: "get", resource: "pods" } };
const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" };
const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }];

const access: readonly Sample[] = [
  sample(
    ["admissionregistration.k8s.io/v1beta1", "ValidatingWebhookConfiguration"],
    "admissionregistration.k8s.io/v1",
    [
      { webhooks: [webhook, { ...webhook, sideEffects: "None", timeoutSeconds: 5 }] },
      {
        webhooks: [
          { ...webhook, ...settled, sideEffects: "NoneOnDryRun" },
          { ...webhook, ...settled, name: "check-2.example.com", sideEffects: "None", timeoutSeconds: 5 },
        ],
      },
    ],
  ),
  sample(["admissionregistration.k8s.io/v1beta1", "MutatingWebhookConfiguration"], "admissionregistration.k8s.io/v1", [
    { webhooks: [{ ...webhook, failurePolicy: "Fail", matchPolicy: "Equivalent", sideEffects: "NoneOnDryRun" }] },
    {
      webhooks: [
        { ...webhook, ...settled, failurePolicy: "Fail", matchPolicy: "Equivalent", sideEffects: "NoneOnDryRun" },
      ],
    },
  ]),
  same(["authentication.k8s.io/v1beta1", "TokenReview"], "authentication.k8s.io/v1", { spec: { token: "t" } }),
  review("SubjectAccessReview", { user: "u", group: ["g"], ...asked }, { user: "u", groups: ["g"], ...asked }),
  review(
    "LocalSubjectAccessReview",
    { user: "u", group: ["g"], resourceAttributes: { ...asked.resourceAttributes, namespace: "default" } },
    { user: "u", groups: ["g"], resourceAttributes: { ...asked.resourceAttributes, namespace: "default" } },
  ),
  review("SelfSubjectAccessReview", asked),
  review("SelfSubjectRulesReview", { namespace: "default" }),
  {
    before: { apiVersion: "authentication.k8s.io/v1beta1", kind: "SelfSubjectReview" },
    after: { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
  },
  ...["ClusterRole", "Role"].map((kind) =>
    same(["rbac.authorization.k8s.io/v1beta1", kind], "rbac.authorization.k8s.io/v1", { rules }),
  ),
  ...["ClusterRoleBinding", "RoleBinding"].map((kind) =>
    same(["rbac.authorization.k8s.io/v1beta1", kind], "rbac.authorization.k8s.io/v1", {
      roleRef,
      subjects: [{ kind: "User", name: "u" }],
    }),
  ),
  same(
    ["admissionregistration.k8s.io/v1beta1", "ValidatingAdmissionPolicyBinding"],
    "admissionregistration.k8s.io/v1",
    {
      spec: { policyName: "p", validationActions: ["Deny"] },
    },
  ),
  sample(["certificates.k8s.io/v1beta1", "CertificateSigningRequest"], "certificates.k8s.io/v1", [
    { spec: { request: REQUEST, signerName: "example.com/signer" } },
    {
      spec: {
        request: REQUEST,
        signerName: "example.com/signer",
        usages: ["digital signature", "key encipherment"],
      },
    },
  ]),
  same(["admissionregistration.k8s.io/v1beta1", "ValidatingAdmissionPolicy"], "admissionregistration.k8s.io/v1", {
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
      },
      validations: [{ expression: "true" }],
    },
  }),
];

const cluster: readonly Sample[] = [
  same(["storage.k8s.io/v1alpha1", "VolumeAttributesClass"], "storage.k8s.io/v1beta1", {
    driverName: "example.com",
    parameters: { a: "b" },
  }),
  same(["flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema"], "flowcontrol.apiserver.k8s.io/v1", {
    spec: { priorityLevelConfiguration: { name: "exempt" }, matchingPrecedence: 900 },
  }),
  same(["coordination.k8s.io/v1beta1", "Lease"], "coordination.k8s.io/v1", { spec: { holderIdentity: "h" } }),
  same(["scheduling.k8s.io/v1beta1", "PriorityClass"], "scheduling.k8s.io/v1", { value: 10 }),
  same(["node.k8s.io/v1beta1", "RuntimeClass"], "node.k8s.io/v1", { handler: "h" }),
  same(["storage.k8s.io/v1beta1", "CSIDriver"], "storage.k8s.io/v1", { spec: { attachRequired: false } }),
  same(["storage.k8s.io/v1beta1", "CSINode"], "storage.k8s.io/v1", { spec: { drivers: [] } }),
  same(["storage.k8s.io/v1beta1", "StorageClass"], "storage.k8s.io/v1", { provisioner: "example.com/p" }),
  same(["storage.k8s.io/v1beta1", "VolumeAttachment"], "storage.k8s.io/v1", {
    spec: { attacher: "example.com", nodeName: "n", source: { persistentVolumeName: "v" } },
  }),
  same(["storage.k8s.io/v1beta1", "CSIStorageCapacity"], "storage.k8s.io/v1", {
    storageClassName: "s",
    capacity: "1Gi",
    nodeTopology: {},
  }),
  sample(["policy/v1beta1", "PodDisruptionBudget"], "policy/v1", [
    { spec: { minAvailable: 1, selector } },
    { spec: { minAvailable: 1, selector } },
  ]),
  ...["v1beta1", "v1beta2"].flatMap((version) => [
    sample(
      [`flowcontrol.apiserver.k8s.io/${version}`, "PriorityLevelConfiguration"],
      "flowcontrol.apiserver.k8s.io/v1",
      [
        { spec: { type: "Limited", limited: { assuredConcurrencyShares: 7, limitResponse: { type: "Reject" } } } },
        { spec: { type: "Limited", limited: { nominalConcurrencyShares: 7, limitResponse: { type: "Reject" } } } },
      ],
    ),
    same([`flowcontrol.apiserver.k8s.io/${version}`, "FlowSchema"], "flowcontrol.apiserver.k8s.io/v1", {
      spec: { priorityLevelConfiguration: { name: "exempt" }, matchingPrecedence: 900 },
    }),
  ]),
  sample(["flowcontrol.apiserver.k8s.io/v1beta3", "PriorityLevelConfiguration"], "flowcontrol.apiserver.k8s.io/v1", [
    { spec: { type: "Limited", limited: { nominalConcurrencyShares: 0, limitResponse: { type: "Reject" } } } },
    { spec: { type: "Limited", limited: { nominalConcurrencyShares: 30, limitResponse: { type: "Reject" } } } },
  ]),
  {
    before: {
      apiVersion: "apiregistration.k8s.io/v1beta1",
      kind: "APIService",
      metadata: { name: "v1.metrics.example.com" },
      spec: {
        group: "metrics.example.com",
        version: "v1",
        groupPriorityMinimum: 100,
        versionPriority: 10,
        insecureSkipTLSVerify: true,
        service: { namespace: "default", name: "metrics" },
      },
    },
    after: { apiVersion: "apiregistration.k8s.io/v1", kind: "APIService" },
  },
  sample(["events.k8s.io/v1beta1", "Event"], "events.k8s.io/v1", [
    {
      type: "Odd",
      reason: "Started",
      note: "text",
      regarding: { kind: "Pod", namespace: "default", name: "p" },
      deprecatedSource: { component: "kubelet", host: "n1" },
      deprecatedFirstTimestamp: "2026-01-02T03:04:05Z",
      deprecatedLastTimestamp: "2026-01-02T03:14:05Z",
      deprecatedCount: 3,
    },
    {
      type: "Normal",
      reason: "Started",
      action: "Started",
      reportingController: "kubelet",
      reportingInstance: "n1",
      eventTime: "2026-01-02T03:04:05.000000Z",
      series: { count: 3, lastObservedTime: "2026-01-02T03:14:05.000000Z" },
    },
  ]),
];

const autoscaling: readonly Sample[] = [
  sample(["autoscaling/v2beta1", "HorizontalPodAutoscaler"], "autoscaling/v2", [
    {
      spec: {
        scaleTargetRef,
        maxReplicas: 5,
        metrics: [
          { type: "Resource", resource: { name: "cpu", targetAverageUtilization: 60 } },
          { type: "Resource", resource: { name: "memory", targetAverageValue: "1Gi" } },
          { type: "Pods", pods: { metricName: "hits", selector, targetAverageValue: "10" } },
          {
            type: "Object",
            object: { target: { kind: "Service", name: "s" }, metricName: "hits", targetValue: "7" },
          },
          { type: "External", external: { metricName: "queue", metricSelector: selector, targetAverageValue: "3" } },
        ],
      },
    },
    {
      spec: {
        scaleTargetRef: movedTarget,
        maxReplicas: 5,
        metrics: [
          { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } } },
          { type: "Resource", resource: { name: "memory", target: { type: "AverageValue", averageValue: "1Gi" } } },
          {
            type: "Pods",
            pods: { metric: { name: "hits", selector }, target: { type: "AverageValue", averageValue: "10" } },
          },
          {
            type: "Object",
            object: {
              describedObject: { kind: "Service", name: "s" },
              metric: { name: "hits" },
              target: { type: "Value", value: "7" },
            },
          },
          {
            type: "External",
            external: { metric: { name: "queue", selector }, target: { type: "AverageValue", averageValue: "3" } },
          },
        ],
      },
    },
  ]),
  same(["autoscaling/v2beta2", "HorizontalPodAutoscaler"], "autoscaling/v2", {
    spec: {
      scaleTargetRef: movedTarget,
      maxReplicas: 5,
      metrics: [
        {
          type: "Object",
          object: {
            describedObject: { kind: "Service", name: "s" },
            metric: { name: "hits" },
            target: { type: "Value", value: "7" },
          },
        },
      ],
    },
  }),
  sample(["autoscaling/v1", "HorizontalPodAutoscaler"], "autoscaling/v1", [
    { spec: { scaleTargetRef, maxReplicas: 5 } },
    { spec: { scaleTargetRef: movedTarget, maxReplicas: 5 } },
  ]),
];

const definitions: readonly Sample[] = [
  definition(
    "bares",
    "Bare",
    { version: "v1" },
    {
      scope: "Namespaced",
      versions: [
        { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object", [PRESERVE]: true } } },
      ],
    },
  ),
  definition(
    "wholes",
    "Whole",
    {
      scope: "Cluster",
      version: "v1",
      versions: [
        { name: "v1", served: true, storage: true },
        { name: "v1beta1", served: true, storage: false },
      ],
      validation: {
        openAPIV3Schema: {
          properties: {
            apiVersion: { type: "string", description: "d" },
            kind: { type: "string" },
            metadata: { type: "object", properties: { name: { type: "string", maxLength: 5 }, labels: {} } },
            spec: {
              type: "object",
              properties: {
                size: { anyOf: [{ type: "integer" }, { type: "string" }] },
                nested: { properties: { a: { type: "string" } } },
                list: { items: { type: "string" }, uniqueItems: true },
                any: {},
              },
            },
          },
        },
      },
      subresources: {
        status: {},
        scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
      },
      additionalPrinterColumns: [{ name: "Size", type: "string", JSONPath: ".spec.size" }],
      conversion: { strategy: "Webhook", webhookClientConfig: { url: "https://hooks.example.com/convert" } },
    },
    {
      scope: "Cluster",
      versions: ["v1", "v1beta1"].map((name) => ({
        name,
        served: true,
        storage: name === "v1",
        schema: {
          openAPIV3Schema: {
            type: "object",
            [PRESERVE]: true,
            properties: {
              apiVersion: { type: "string" },
              kind: { type: "string" },
              metadata: { type: "object", properties: { name: { type: "string", maxLength: 5 } } },
              spec: {
                type: "object",
                [PRESERVE]: true,
                properties: {
                  size: { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true },
                  nested: { type: "object", [PRESERVE]: true, properties: { a: { type: "string" } } },
                  list: { type: "array", items: { type: "string" } },
                  any: { [PRESERVE]: true },
                },
              },
            },
          },
        },
        subresources: {
          status: {},
          scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
        },
        additionalPrinterColumns: [{ name: "Size", type: "string", jsonPath: ".spec.size" }],
      })),
      conversion: {
        strategy: "Webhook",
        webhook: {
          clientConfig: { url: "https://hooks.example.com/convert" },
          conversionReviewVersions: ["v1beta1"],
        },
      },
    },
  ),
  definition(
    "pruneds",
    "Pruned",
    {
      scope: "Namespaced",
      preserveUnknownFields: false,
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    },
    {
      scope: "Namespaced",
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    },
  ),
];

/** One of nearly every row of the table, each creatable on a server once it is converted. */
export const samples: readonly Sample[] = [
  ...workloads,
  ...networking,
  ...access,
  ...cluster,
  ...autoscaling,
  ...definitions,
];
