import { type Sample, same, sample } from "./sample.ts";

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

/** A certificate request of the user `u`; its key was discarded. */
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

/** An access review, which has no name. */
const review = (kind: string, before: object, after: object = before): Sample => ({
  before: { apiVersion: "authorization.k8s.io/v1beta1", kind, spec: before },
  after: { apiVersion: "authorization.k8s.io/v1", kind, spec: after },
});

/** Admission webhooks and policies, access reviews, roles and certificate requests. */
export const access: readonly Sample[] = [
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
