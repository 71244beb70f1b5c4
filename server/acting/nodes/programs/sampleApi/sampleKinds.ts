/** The group of the reference's sample API server. */
export const SAMPLE_GROUP = "wardle.example.com";

export interface SampleKind {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  /** Versions that serve it, the preferred one first. */
  readonly versions: readonly string[];
}

/** What the sample API server serves: objects that name another one or not, and lists of names that are not allowed. */
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

/** A document of discovery; undefined for another path. */
export function discoveryDocument(path: string): object | undefined {
  if (path === "/apis") return { kind: "APIGroupList", apiVersion: "v1", groups: [apiGroup()] };
  if (path === `/apis/${SAMPLE_GROUP}`) return apiGroup();
  const version = VERSIONS.find((each) => path === `/apis/${SAMPLE_GROUP}/${each}`);
  return version === undefined ? undefined : resourceList(version);
}

/** What a path below the group asks for. */
export interface SampleTarget {
  readonly kind: SampleKind;
  readonly version: string;
  /** Empty for all namespaces, and for what has none. */
  readonly namespace: string;
  /** Empty for all objects. */
  readonly name: string;
}

/** @returns undefined for a path that this server does not serve */
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
