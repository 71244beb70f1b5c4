/** The kind of the type; custom resources have a `custom` part. */
interface Kind {
  readonly group: string;
  readonly kind: string;
  readonly custom?: unknown;
}

/** Groups whose types are in a Go package of another name: the types of events are in core. */
const PACKAGES: Readonly<Record<string, string>> = { "": "core", events: "core", internal: "apiserverinternal" };

/** The same for types that are in the package of another group than most types of their own. */
const MOVED: Readonly<Record<string, string>> = {
  "apps.Scale": "autoscaling",
  "extensions.DaemonSet": "apps",
  "extensions.Deployment": "apps",
  "extensions.Ingress": "networking",
  "extensions.NetworkPolicy": "networking",
  "extensions.ReplicaSet": "apps",
  "extensions.Scale": "autoscaling",
};

/**
 * The name of a type in messages: `core.ConfigMap`. Custom resources have no type of their own.
 * @param suffix `List` for the type of a collection
 */
export function goType({ group, kind, custom }: Kind, suffix: "" | "List" = ""): string {
  if (custom !== undefined) return `unstructured.Unstructured${suffix}`;
  const first = group.split(".")[0] ?? "";
  return `${MOVED[`${first}.${kind}`] ?? PACKAGES[first] ?? first}.${kind}${suffix}`;
}
