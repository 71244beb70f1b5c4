import type { ApiObject } from "../../../../shared/object.ts";
import type { PodUse } from "./podReferences.ts";

/** What the other object is for the one that names it. */
export type Role =
  | PodUse
  | "priority"
  | "runtime"
  | "governs"
  | "scales"
  | "routesTo"
  | "tlsFrom"
  | "ofClass"
  | "parameters"
  | "selects"
  | "tokenOf"
  | "boundTo"
  | "driver"
  | "credentials"
  | "source"
  | "attachedTo"
  | "grants"
  | "subject"
  | "calls"
  | "enforces"
  | "level";

/** A reference to one object. */
export interface Use {
  readonly role: Role;
  /** Key of a built-in kind, as of `panelKey`; alternatively, `apiVersion` and `kind` are set. */
  readonly key?: string;
  readonly apiVersion?: string;
  readonly kind?: string;
  /** Of the other object; ignored where its kind is cluster-scoped. */
  readonly namespace: string;
  readonly name: string;
  /** Container, volume, host or webhook of the object that names the other one; empty for the object itself. */
  readonly where: string;
}

/** The namespace of an object; empty for one of the cluster. */
export const namespaceOf = ({ metadata }: ApiObject): string => metadata.namespace ?? "";

/** A use by key; none where the name is empty. */
export function use(role: Role, key: string, name: string, namespace = "", where = ""): Use[] {
  return name === "" ? [] : [{ role, key, namespace, name, where }];
}

/** The uses without repetitions: a container may name a secret in ten variables. */
export function unique(uses: readonly Use[]): Use[] {
  const byText = new Map(uses.map((each) => [JSON.stringify(each), each]));
  return [...byText.values()];
}
