/** The names of the sent configuration in messages about an apply. */

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** `group/version, Kind=kind`, with an empty group for the core one; both parts are empty for an invalid apiVersion. */
export function describeKind(object: Readonly<Record<string, unknown>>): string {
  const parts = textOf(object["apiVersion"]).split("/");
  if (parts.length > 2) return "/, Kind=";
  const [group, version] = parts.length === 2 ? parts : ["", parts[0]];
  return `${group}/${version}, Kind=${textOf(object["kind"])}`;
}

/** `namespace/name; group/version, Kind=kind`, from the configuration, not from the object that it is applied to. */
export function describeApplied(patch: Readonly<Record<string, unknown>>): string {
  const metadata = patch["metadata"] as Readonly<Record<string, unknown>> | undefined | null;
  return `${textOf(metadata?.["namespace"])}/${textOf(metadata?.["name"])}; ${describeKind(patch)}`;
}
