/** Determines which types are assignable to which, and infers type parameters. */
import type { Bindings } from "./bindings.ts";
import { type CelType, DYN, isDynamic, partsOf, withParts } from "./celType.ts";

/**
 * Whether a value of type `actual` is assignable to `wanted`; if so, returns the resulting bindings. Dynamic types are
 * always assignable: their values are checked at run time.
 */
export function assign(bindings: Bindings, actual: CelType, wanted: CelType): Bindings | undefined {
  const from = follow(bindings, actual);
  const to = follow(bindings, wanted);
  // When both are parameters, the wanted one stays unbound: many may be bound to the same one.
  if (from.kind === "parameter") {
    if (to.kind === "parameter" && from.name === to.name) return bindings;
    return occurs(bindings, from.name, to) ? undefined : bindings.with(from.name, to);
  }
  if (to.kind === "parameter") return occurs(bindings, to.name, from) ? undefined : bindings.with(to.name, from);
  if (isDynamic(from) || isDynamic(to)) return bindings;
  if (from.kind === "null_type") return isNullable(to) ? bindings : undefined;
  if (from.kind !== to.kind) return undefined;
  if (from.kind === "type") return bindings;
  if ((from.kind === "object" || from.kind === "opaque") && from.name !== (to as { name?: string }).name) {
    return undefined;
  }
  let known: Bindings | undefined = bindings;
  const wantedParts = partsOf(to);
  for (const [i, part] of partsOf(from).entries()) {
    const other = wantedParts[i];
    if (known === undefined || other === undefined) return undefined;
    known = assign(known, part, other);
  }
  return known;
}

const NULLABLE: ReadonlySet<string> = new Set(["null_type", "object", "opaque", "timestamp", "duration"]);
const isNullable = ({ kind }: CelType): boolean => NULLABLE.has(kind);

function follow(bindings: Bindings, type: CelType): CelType {
  let at = type;
  while (at.kind === "parameter") {
    const next = bindings.get(at.name);
    if (next === undefined) return at;
    at = next;
  }
  return at;
}

function occurs(bindings: Bindings, name: string, type: CelType): boolean {
  const at = follow(bindings, type);
  return at.kind === "parameter" ? at.name === name : partsOf(at).some((part) => occurs(bindings, name, part));
}

/** The type with all inferred parameters replaced. @param open whether to keep parameters that were not inferred */
export function substitute(bindings: Bindings, type: CelType, open = false): CelType {
  const at = follow(bindings, type);
  if (at.kind === "parameter") return open ? at : DYN;
  return mapParts(at, (part) => substitute(bindings, part, open));
}

/** The type with its parameters renamed, so that two uses of a declaration do not share them. */
export function rename(type: CelType, suffix: string): CelType {
  if (type.kind === "parameter") return { ...type, name: `${type.name}${suffix}` };
  return mapParts(type, (part) => rename(part, suffix));
}

/** Returns the same object when none of its parts changes, which is the usual case. */
function mapParts(type: CelType, change: (part: CelType) => CelType): CelType {
  const parts = partsOf(type);
  if (parts.length === 0) return type;
  const changed = parts.map(change);
  return changed.every((part, i) => part === parts[i]) ? type : withParts(type, changed);
}
