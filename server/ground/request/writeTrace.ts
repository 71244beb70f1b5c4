import type { ApiObject, GroupResource } from "../../../shared/object.ts";

/** Takes down what became of a write on its way, for those who explain it to users. */
export interface WriteTrace {
  /** A plugin of admission changed the object. @param fields the top two levels of their paths, as `spec.tolerations` */
  admitted(plugin: string, fields: readonly string[]): void;
  /** The object was written. @param object as it was answered, with its new version */
  stored(resource: GroupResource, object: ApiObject): void;
}
