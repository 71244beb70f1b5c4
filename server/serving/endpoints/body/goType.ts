/** The kind whose type is meant; custom resources have a `custom` part. */
interface Kind {
  readonly group: string;
  readonly kind: string;
  readonly custom?: unknown;
}

/** Groups whose types stand in a package of another name: events are the core's. */
const PACKAGES: Readonly<Record<string, string>> = { "": "core", events: "core", internal: "apiserverinternal" };

/**
 * How messages name a type: `core.ConfigMap`. Custom resources have no type of their own.
 * @param suffix `List` for the type of a collection
 */
export function goType({ group, kind, custom }: Kind, suffix: "" | "List" = ""): string {
  if (custom !== undefined) return `unstructured.Unstructured${suffix}`;
  const first = group.split(".")[0] ?? "";
  return `${PACKAGES[first] ?? first}.${kind}${suffix}`;
}
