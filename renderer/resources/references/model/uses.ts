/** The references of one object to others, as data: for the links of a page, and for the reverse search. */
import type { ApiObject } from "../../../../shared/object.ts";
import { fromStructured, type LabelSelector } from "../../../../shared/selectors/labelSelector.ts";
import { at, type Fields, fieldsAt, listAt, textAt, textsAt } from "../../kinds/read.ts";
import { podReferences } from "./podReferences.ts";
import { PODS_AND_TEMPLATES, structured, textsOf } from "./podSelectors.ts";
import { namespaceOf, type Role, type Use, unique, use } from "./use.ts";

/** How objects of one kind refer to others. */
export interface Referring {
  /** Keys of the kinds that may be referred to. */
  readonly targets: readonly string[];
  /** Whether the metadata is enough to find the references. */
  readonly metadataOnly?: true;
  uses(object: ApiObject): Use[];
  /** The selector of pods in the object's namespace; undefined if the object selects none. */
  selects?(object: ApiObject): LabelSelector | undefined;
}

const POD_KINDS = {
  ConfigMap: "/configmaps",
  Secret: "/secrets",
  PersistentVolumeClaim: "/persistentvolumeclaims",
  ServiceAccount: "/serviceaccounts",
} as const;

function podUses(spec: unknown, namespace: string): Use[] {
  const uses = podReferences(spec).flatMap(({ kind, name, relation, where }) =>
    use(relation, POD_KINDS[kind], name, namespace, where),
  );
  return unique([
    ...uses,
    ...use("priority", "scheduling/priorityclasses", textAt(spec, "priorityClassName")),
    ...use("runtime", "node/runtimeclasses", textAt(spec, "runtimeClassName")),
  ]);
}

const POD_TARGETS = [...Object.values(POD_KINDS), "scheduling/priorityclasses", "node/runtimeclasses"];

/** @param path of the pod's spec within the object */
const ofPods = (path: string): Referring => ({
  targets: POD_TARGETS,
  uses: (object) => podUses(at(object, path), namespaceOf(object)),
});

const TEMPLATED = ofPods("spec.template.spec");

const selecting = (selects: Referring["selects"]): Referring => ({
  targets: PODS_AND_TEMPLATES,
  uses: () => [],
  ...(selects === undefined ? {} : { selects }),
});

function bindingUses(object: ApiObject): Use[] {
  const isOfCluster = textAt(object, "roleRef.kind") === "ClusterRole";
  const role = isOfCluster ? "rbac/clusterroles" : "rbac/roles";
  const namespace = isOfCluster ? "" : namespaceOf(object);
  const accounts = listAt(object, "subjects").filter((each) => textAt(each, "kind") === "ServiceAccount");
  return [
    ...use("grants", role, textAt(object, "roleRef.name"), namespace),
    ...accounts.flatMap((each) =>
      use("subject", "/serviceaccounts", textAt(each, "name"), textAt(each, "namespace") || namespaceOf(object)),
    ),
  ];
}

function ingressUses(object: ApiObject): Use[] {
  const namespace = namespaceOf(object);
  const backend = (from: unknown, where: string) =>
    use("routesTo", "/services", textAt(from, "service.name"), namespace, where);
  const rules = listAt(object, "spec.rules").flatMap((rule) =>
    listAt(rule, "http.paths").flatMap((path) =>
      backend(path["backend"], `${textAt(rule, "host")}${textAt(path, "path")}`),
    ),
  );
  return unique([
    ...use("ofClass", "networking/ingressclasses", textAt(object, "spec.ingressClassName")),
    ...backend(at(object, "spec.defaultBackend"), ""),
    ...rules,
    ...listAt(object, "spec.tls").flatMap((tls) =>
      use("tlsFrom", "/secrets", textAt(tls, "secretName"), namespace, textsAt(tls, "hosts").join(", ")),
    ),
  ]);
}

const CSI_SECRETS = ["controllerPublishSecretRef", "nodeStageSecretRef", "nodePublishSecretRef"];

function volumeUses(object: ApiObject): Use[] {
  const spec = fieldsAt(object, "spec");
  return [
    ...use("boundTo", "/persistentvolumeclaims", textAt(spec, "claimRef.name"), textAt(spec, "claimRef.namespace")),
    ...use("ofClass", "storage/storageclasses", textAt(spec, "storageClassName")),
    ...use("driver", "storage/csidrivers", textAt(spec, "csi.driver")),
    ...[...CSI_SECRETS, "controllerExpandSecretRef", "nodeExpandSecretRef"].flatMap((field) =>
      use("credentials", "/secrets", textAt(spec, `csi.${field}.name`), textAt(spec, `csi.${field}.namespace`), field),
    ),
  ];
}

function claimUses(object: ApiObject): Use[] {
  const from = fieldsAt(object, "spec.dataSourceRef");
  const name = textAt(from, "name");
  const group = textAt(from, "apiGroup");
  const source: Use = {
    role: "source",
    ...(group === "" ? { key: "/persistentvolumeclaims" } : { apiVersion: `${group}/v1`, kind: textAt(from, "kind") }),
    namespace: textAt(from, "namespace") || namespaceOf(object),
    name,
    where: "",
  };
  return [
    ...use("boundTo", "/persistentvolumes", textAt(object, "spec.volumeName")),
    ...use("ofClass", "storage/storageclasses", textAt(object, "spec.storageClassName")),
    ...use("ofClass", "storage/volumeattributesclasses", textAt(object, "spec.volumeAttributesClassName")),
    ...(name === "" ? [] : [source]),
  ];
}

/** The service that a webhook's client configuration refers to. */
const called = (config: unknown, where = ""): Use[] =>
  use("calls", "/services", textAt(config, "service.name"), textAt(config, "service.namespace"), where);

const WEBHOOKS: Referring = {
  targets: ["/services"],
  uses: (object) =>
    listAt(object, "webhooks").flatMap((hook) => called(fieldsAt(hook, "clientConfig"), textAt(hook, "name"))),
};

const policyBinding = (policies: string): Referring => ({
  targets: [policies],
  uses: (object) => use("enforces", policies, textAt(object, "spec.policyName")),
});

function accountOfToken({ metadata }: ApiObject): string {
  const entries: readonly Fields[] = [metadata.annotations ?? {}];
  const [annotations] = entries;
  const found = Object.entries(annotations ?? {}).find(([key]) => key.endsWith("/service-account.name"));
  return typeof found?.[1] === "string" ? found[1] : "";
}

const REFERRING: Readonly<Record<string, Referring>> = {
  "/pods": ofPods("spec"),
  "/podtemplates": ofPods("template.spec"),
  "/replicationcontrollers": TEMPLATED,
  "apps/deployments": TEMPLATED,
  "apps/daemonsets": TEMPLATED,
  "apps/replicasets": TEMPLATED,
  "apps/statefulsets": {
    targets: [...POD_TARGETS, "/services"],
    uses: (object) => [
      ...use("governs", "/services", textAt(object, "spec.serviceName"), namespaceOf(object)),
      ...TEMPLATED.uses(object),
    ],
  },
  "batch/jobs": TEMPLATED,
  "batch/cronjobs": ofPods("spec.jobTemplate.spec.template.spec"),
  "/services": selecting((object) => {
    const labels = textsOf(at(object, "spec.selector"));
    // Without a selector, the endpoints are managed by another client.
    return Object.keys(labels).length === 0 ? undefined : fromStructured({ matchLabels: labels });
  }),
  "policy/poddisruptionbudgets": selecting((object) => structured(at(object, "spec.selector"))),
  "networking/networkpolicies": selecting((object) => structured(at(object, "spec.podSelector") ?? {})),
  "autoscaling/horizontalpodautoscalers": {
    targets: ["apps/deployments", "apps/statefulsets", "apps/replicasets", "/replicationcontrollers"],
    uses: (object) => {
      const target = fieldsAt(object, "spec.scaleTargetRef");
      const [apiVersion, kind, name] = [textAt(target, "apiVersion"), textAt(target, "kind"), textAt(target, "name")];
      return name === "" ? [] : [{ role: "scales", apiVersion, kind, name, namespace: namespaceOf(object), where: "" }];
    },
  },
  "networking/ingresses": { targets: ["/services", "/secrets", "networking/ingressclasses"], uses: ingressUses },
  "networking/ingressclasses": {
    targets: [],
    uses: (object) => {
      const from = fieldsAt(object, "spec.parameters");
      const [group, kind, name] = [textAt(from, "apiGroup"), textAt(from, "kind"), textAt(from, "name")];
      const apiVersion = group === "" ? "v1" : `${group}/v1`;
      const namespace = textAt(from, "namespace");
      return name === "" ? [] : [{ role: "parameters", apiVersion, kind, name, namespace, where: "" }];
    },
  },
  "/serviceaccounts": {
    targets: ["/secrets"],
    uses: (object) => {
      const named = (role: Role, path: string) =>
        listAt(object, path).flatMap((each) => use(role, "/secrets", textAt(each, "name"), namespaceOf(object)));
      return [...named("credentials", "secrets"), ...named("pullsWith", "imagePullSecrets")];
    },
  },
  "/secrets": {
    targets: ["/serviceaccounts"],
    metadataOnly: true,
    uses: (object) => use("tokenOf", "/serviceaccounts", accountOfToken(object), namespaceOf(object)),
  },
  "/persistentvolumeclaims": {
    targets: ["/persistentvolumes", "storage/storageclasses", "storage/volumeattributesclasses"],
    uses: claimUses,
  },
  "/persistentvolumes": {
    targets: ["/persistentvolumeclaims", "storage/storageclasses", "storage/csidrivers", "/secrets"],
    uses: volumeUses,
  },
  "storage/storageclasses": {
    targets: ["storage/csidrivers"],
    uses: (object) => use("driver", "storage/csidrivers", textAt(object, "provisioner")),
  },
  "storage/csistoragecapacities": {
    targets: ["storage/storageclasses"],
    uses: (object) => use("ofClass", "storage/storageclasses", textAt(object, "storageClassName")),
  },
  "storage/csinodes": {
    targets: ["/nodes", "storage/csidrivers"],
    uses: (object) => [
      ...use("attachedTo", "/nodes", object.metadata.name ?? ""),
      ...listAt(object, "spec.drivers").flatMap((each) => use("driver", "storage/csidrivers", textAt(each, "name"))),
    ],
  },
  "storage/volumeattachments": {
    targets: ["/nodes", "/persistentvolumes", "storage/csidrivers"],
    uses: (object) => [
      ...use("attachedTo", "/nodes", textAt(object, "spec.nodeName")),
      ...use("source", "/persistentvolumes", textAt(object, "spec.source.persistentVolumeName")),
      ...use("driver", "storage/csidrivers", textAt(object, "spec.attacher")),
    ],
  },
  "rbac/rolebindings": { targets: ["rbac/roles", "rbac/clusterroles", "/serviceaccounts"], uses: bindingUses },
  "rbac/clusterrolebindings": { targets: ["rbac/clusterroles", "/serviceaccounts"], uses: bindingUses },
  "admissionregistration/mutatingwebhookconfigurations": WEBHOOKS,
  "admissionregistration/validatingwebhookconfigurations": WEBHOOKS,
  "admissionregistration/validatingadmissionpolicybindings": policyBinding(
    "admissionregistration/validatingadmissionpolicies",
  ),
  "admissionregistration/mutatingadmissionpolicybindings": policyBinding(
    "admissionregistration/mutatingadmissionpolicies",
  ),
  "apiextensions/customresourcedefinitions": {
    targets: ["/services"],
    uses: (object) => called(at(object, "spec.conversion.webhook.clientConfig"), "conversion"),
  },
  "apiregistration/apiservices": { targets: ["/services"], uses: (object) => called(at(object, "spec")) },
  "flowcontrol/flowschemas": {
    targets: ["flowcontrol/prioritylevelconfigurations"],
    uses: (object) =>
      use("level", "flowcontrol/prioritylevelconfigurations", textAt(object, "spec.priorityLevelConfiguration.name")),
  },
};

/** How a kind refers to others; undefined for kinds that do not. @param key as in `panelKey` */
export const referringOf = (key: string): Referring | undefined => REFERRING[key];

/** Keys of the kinds whose objects may refer to objects of the kind. */
export const referrersOf = (key: string): string[] =>
  Object.keys(REFERRING).filter((each) => REFERRING[each]?.targets.includes(key) === true);

export const REFERRING_KINDS: readonly string[] = Object.keys(REFERRING);
