import type { ApiObject, GroupResource } from "../../../shared/object.ts";

/** Records the stages of a write, to explain them to users. */
export interface WriteTrace {
  /**
   * Called when an admission plugin changed the object.
   * @param fields the top two levels of the changed paths, as `spec.tolerations`
   */
  admitted(plugin: string, fields: readonly string[]): void;
  /** Called when the object was written. @param object as it was answered, with its new version */
  stored(resource: GroupResource, object: ApiObject): void;
}
