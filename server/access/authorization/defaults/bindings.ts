import { account, type DefaultBinding, group, user } from "./shapes.ts";

/** Default cluster role bindings, without those of the controllers. */
export const clusterBindings: readonly DefaultBinding[] = [
  {
    name: "cluster-admin",
    subjects: [group("system:masters")],
  },
  {
    name: "system:basic-user",
    subjects: [group("system:authenticated")],
  },
  {
    name: "system:discovery",
    subjects: [group("system:authenticated")],
  },
  {
    name: "system:{prefix}-controller-manager",
    subjects: [user("system:{prefix}-controller-manager")],
  },
  {
    name: "system:{prefix}-dns",
    subjects: [account("{prefix}-dns")],
  },
  {
    name: "system:{prefix}-scheduler",
    subjects: [user("system:{prefix}-scheduler")],
  },
  {
    name: "system:monitoring",
    subjects: [group("system:monitoring")],
  },
  {
    name: "system:node",
    subjects: [],
  },
  {
    name: "system:node-proxier",
    subjects: [user("system:{prefix}-proxy")],
  },
  {
    name: "system:public-info-viewer",
    subjects: [group("system:authenticated"), group("system:unauthenticated")],
  },
  {
    name: "system:service-account-issuer-discovery",
    subjects: [group("system:serviceaccounts")],
  },
  {
    name: "system:volume-scheduler",
    subjects: [user("system:{prefix}-scheduler")],
  },
];

/** Bindings inside the system namespaces. */
export const namespacedBindings: readonly DefaultBinding[] = [
  {
    name: "system:controller:bootstrap-signer",
    namespace: "{prefix}-public",
    subjects: [account("bootstrap-signer")],
  },
  {
    name: "system::extension-apiserver-authentication-reader",
    namespace: "{prefix}-system",
    role: "extension-apiserver-authentication-reader",
    subjects: [user("system:{prefix}-controller-manager"), user("system:{prefix}-scheduler")],
  },
  {
    name: "system::leader-locking-{prefix}-controller-manager",
    namespace: "{prefix}-system",
    subjects: [
      user("system:{prefix}-controller-manager"),
      account("{prefix}-controller-manager"),
      account("leader-election-controller"),
    ],
  },
  {
    name: "system::leader-locking-{prefix}-scheduler",
    namespace: "{prefix}-system",
    subjects: [user("system:{prefix}-scheduler"), account("{prefix}-scheduler")],
  },
  {
    name: "system:controller:bootstrap-signer",
    namespace: "{prefix}-system",
    subjects: [account("bootstrap-signer")],
  },
  {
    name: "system:controller:cloud-provider",
    namespace: "{prefix}-system",
    subjects: [account("cloud-provider")],
  },
  {
    name: "system:controller:token-cleaner",
    namespace: "{prefix}-system",
    subjects: [account("token-cleaner")],
  },
];
