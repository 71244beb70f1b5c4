import type { ApiObject } from "../../../../shared/object.ts";
import type { PodUse } from "./podReferences.ts";

/** The role of the other object for the referring one. */
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
  /** Key of a built-in kind, as in `panelKey`; if it is absent, `apiVersion` and `kind` are set. */
  readonly key?: string;
  readonly apiVersion?: string;
  readonly kind?: string;
  /** Namespace of the other object; ignored if its kind is cluster-scoped. */
  readonly namespace: string;
  readonly name: string;
  /**
   * Container, volume, host or webhook of the referring object that contains the reference; empty for the object
   * itself.
   */
  readonly where: string;
}

/** The namespace of an object; empty for cluster-scoped objects. */
export const namespaceOf = ({ metadata }: ApiObject): string => metadata.namespace ?? "";

/** A use by key; empty if the name is empty. */
export function use(role: Role, key: string, name: string, namespace = "", where = ""): Use[] {
  return name === "" ? [] : [{ role, key, namespace, name, where }];
}

/** The uses without duplicates: a container may refer to a secret in ten variables. */
export function unique(uses: readonly Use[]): Use[] {
  const byText = new Map(uses.map((each) => [JSON.stringify(each), each]));
  return [...byText.values()];
}
