import type { GroupResource } from "../../../shared/object.ts";

/** Prefix of the keys of all objects. */
export const KEY_ROOT = "/registry/";

/** Prefix of the keys of living servers that others can reach, by address, as in the reference. */
export const MASTER_LEASES = `${KEY_ROOT}masterleases/`;
/** Prefix of the keys with which servers of a shared store publish what they must agree upon. */
export const SERVERS = `${KEY_ROOT}servers/`;
/** Prefixes of the keys of living servers: these keys mean nothing in another store. */
export const OF_LIVING_SERVERS: readonly string[] = [MASTER_LEASES, SERVERS];

/**
 * The resources that every server has, by group (templates of a vocabulary), which are stored under a folder of their
 * own name.
 */
const BUILT_IN: Readonly<Record<string, string>> = {
  "": `configmaps endpoints events limitranges namespaces nodes persistentvolumeclaims persistentvolumes pods podtemplates
    replicationcontrollers resourcequotas secrets serviceaccounts services`,
  apps: "controllerrevisions daemonsets deployments replicasets statefulsets",
  autoscaling: "horizontalpodautoscalers",
  batch: "cronjobs jobs",
  policy: "poddisruptionbudgets",
  "admissionregistration.{domain}": `mutatingadmissionpolicies mutatingadmissionpolicybindings mutatingwebhookconfigurations
    validatingadmissionpolicies validatingadmissionpolicybindings validatingwebhookconfigurations`,
  "apiextensions.{domain}": "customresourcedefinitions",
  "apiregistration.{domain}": "apiservices",
  "certificates.{domain}": "certificatesigningrequests clustertrustbundles",
  "coordination.{domain}": "leasecandidates leases",
  "discovery.{domain}": "endpointslices",
  "flowcontrol.apiserver.{domain}": "flowschemas prioritylevelconfigurations",
  "internal.apiserver.{domain}": "storageversions",
  "networking.{domain}": "ingressclasses ingresses ipaddresses networkpolicies servicecidrs",
  "node.{domain}": "runtimeclasses",
  "rbac.authorization.{domain}": "clusterrolebindings clusterroles rolebindings roles",
  "resource.{domain}": "deviceclasses resourceclaims resourceclaimtemplates resourceslices",
  "scheduling.{domain}": "priorityclasses",
  "storage.{domain}": `csidrivers csinodes csistoragecapacities storageclasses volumeattachments
    volumeattributesclasses`,
  "storagemigration.{domain}": "storageversionmigrations",
};

/**
 * Folders that are not just the resource's name, by group and resource. Those of the servers within the server (custom
 * resource definitions, API services) include the group.
 */
const OTHER_FOLDERS: ReadonlyMap<string, string> = new Map([
  ["/endpoints", "services/endpoints"],
  ["/nodes", "minions"],
  ["/replicationcontrollers", "controllers"],
  ["/services", "services/specs"],
  ["networking.{domain}/ingresses", "ingress"],
  ["apiextensions.{domain}/customresourcedefinitions", "apiextensions.{domain}/customresourcedefinitions"],
  ["apiregistration.{domain}/apiservices", "apiregistration.{domain}/apiservices"],
]);

/** Prefixes of internal data of servers: no objects of the API. */
export const INTERNAL: readonly string[] = [...OF_LIVING_SERVERS, `${KEY_ROOT}ranges/`];

/** Where the objects of each resource are stored: the same places as in the reference. */
export interface KeyLayout {
  /**
   * For example `/registry/pods/`, `/registry/services/specs/`; `/registry/<group>/<resource>/` for custom resources.
   */
  prefixOf(resource: GroupResource): string;
  /** The resource whose objects are stored under a prefix; an unknown prefix gives a resource of the core group. */
  resourceAt(prefix: string): GroupResource;
  /** All built-in resources. */
  readonly builtIn: readonly GroupResource[];
}

/** @param domain the domain of the vocabulary's groups: `k8s.io` */
export function createKeyLayout(domain = "k8s.io"): KeyLayout {
  const render = (template: string): string => template.replace("{domain}", domain);
  const prefixes = new Map<string, string>();
  const resources = new Map<string, GroupResource>();
  for (const [template, names] of Object.entries(BUILT_IN)) {
    const group = render(template);
    for (const resource of names.split(/\s+/)) {
      const prefix = `${KEY_ROOT}${render(OTHER_FOLDERS.get(`${template}/${resource}`) ?? resource)}/`;
      prefixes.set(`${group}/${resource}`, prefix);
      resources.set(prefix, { group, resource });
    }
  }
  return {
    builtIn: [...resources.values()],
    prefixOf({ group, resource }) {
      const known = prefixes.get(`${group}/${resource}`);
      // Groups of custom resources contain a dot.
      return known ?? `${KEY_ROOT}${group.includes(".") ? `${group}/` : ""}${resource}/`;
    },
    resourceAt(prefix) {
      const known = resources.get(prefix);
      if (known !== undefined) return known;
      const [group = "", resource = ""] = prefix.slice(KEY_ROOT.length, -1).split("/");
      return resource === "" ? { group: "", resource: group } : { group, resource };
    },
  };
}

/**
 * The prefix of the resource that a key belongs to; undefined for a key that is not an object's. No name of a built-in
 * folder contains a dot, and every group of a custom resource does.
 */
export function prefixOfKey(key: string): string | undefined {
  if (!key.startsWith(KEY_ROOT)) return undefined;
  const first = key.indexOf("/", KEY_ROOT.length);
  if (first < 0) return undefined;
  const folder = key.slice(KEY_ROOT.length, first);
  if (INTERNAL.includes(key.slice(0, first + 1))) return undefined;
  if (folder !== "services" && !folder.includes(".")) return key.slice(0, first + 1);
  const second = key.indexOf("/", first + 1);
  return second < 0 ? undefined : key.slice(0, second + 1);
}

/** The key of one object; `namespace` is empty for cluster scope. */
export function objectKey(prefix: string, namespace: string, name: string): string {
  return namespace === "" ? prefix + name : `${prefix}${namespace}/${name}`;
}

/** `<group or core>/<resource>`: the name of a resource in logs and metrics. */
export const resourceTitle = ({ group, resource }: GroupResource): string =>
  `${group === "" ? "core" : group}/${resource}`;

/** The prefix of a resource in stores of format 1; custom resources still have it. */
export const formerPrefixOf = (resource: GroupResource): string => `${KEY_ROOT}${resourceTitle(resource)}/`;

/** The key of the same object in a store of format 1. */
export function formerKey(layout: KeyLayout, key: string): string {
  const prefix = prefixOfKey(key);
  return prefix === undefined ? key : formerPrefixOf(layout.resourceAt(prefix)) + key.slice(prefix.length);
}
