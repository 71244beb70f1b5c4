/** The group of the reference's sample API server. */
export const SAMPLE_GROUP = "wardle.example.com";

export interface SampleKind {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  /** Versions in which the kind is served, the preferred one first. */
  readonly versions: readonly string[];
}

/**
 * The kinds of the sample API server: flunders, which may refer to another object, and fischers, which list disallowed
 * names.
 */
export const SAMPLE_KINDS: readonly SampleKind[] = [
  { plural: "fischers", singular: "fischer", kind: "Fischer", isNamespaced: false, versions: ["v1alpha1"] },
  {
    plural: "flunders",
    singular: "flunder",
    kind: "Flunder",
    isNamespaced: true,
    versions: ["v1beta1", "v1alpha1"],
  },
];

const VERSIONS = ["v1beta1", "v1alpha1"];
const VERBS = "create delete deletecollection get list patch update watch".split(" ");

const servedIn = (version: string): readonly SampleKind[] =>
  SAMPLE_KINDS.filter(({ versions }) => versions.includes(version));
const groupVersion = (version: string) => ({ groupVersion: `${SAMPLE_GROUP}/${version}`, version });

const apiGroup = () => ({
  kind: "APIGroup",
  apiVersion: "v1",
  name: SAMPLE_GROUP,
  versions: VERSIONS.map(groupVersion),
  preferredVersion: groupVersion(VERSIONS[0] ?? ""),
});

const resourceList = (version: string) => ({
  kind: "APIResourceList",
  apiVersion: "v1",
  groupVersion: `${SAMPLE_GROUP}/${version}`,
  resources: servedIn(version).map(({ plural, singular, kind, isNamespaced }) => ({
    name: plural,
    singularName: singular,
    namespaced: isNamespaced,
    kind,
    verbs: VERBS,
  })),
});

/** A discovery document; undefined for any other path. */
export function discoveryDocument(path: string): object | undefined {
  if (path === "/apis") return { kind: "APIGroupList", apiVersion: "v1", groups: [apiGroup()] };
  if (path === `/apis/${SAMPLE_GROUP}`) return apiGroup();
  const version = VERSIONS.find((each) => path === `/apis/${SAMPLE_GROUP}/${each}`);
  return version === undefined ? undefined : resourceList(version);
}

/** The target of a path below the group. */
export interface SampleTarget {
  readonly kind: SampleKind;
  readonly version: string;
  /** Empty for all namespaces, and for cluster-scoped resources. */
  readonly namespace: string;
  /** Empty for all objects. */
  readonly name: string;
}

/** @returns undefined for a path that the server does not serve */
export function targetOf(path: string): SampleTarget | undefined {
  const [root, group, version = "", ...rest] = path.split("/").slice(1);
  if (root !== "apis" || group !== SAMPLE_GROUP) return undefined;
  const isIn = rest[0] === "namespaces" && rest.length > 2;
  const [namespace = "", plural, name = "", ...more] = isIn ? rest.slice(1) : ["", ...rest];
  const kind = servedIn(version).find((each) => each.plural === plural);
  if (kind === undefined || more.length > 0 || (isIn && !kind.isNamespaced)) return undefined;
  if (!isIn && kind.isNamespaced && name !== "") return undefined;
  return { kind, version, namespace, name };
}
