/** How objects of a definition get from the version they are written at to another one. */
import type { ApiObject } from "../../../../shared/object.ts";

/** Converts objects that are not at the wanted version yet. */
export interface Converter {
  /** Whether it has to ask a webhook. */
  readonly asks: boolean;
  /**
   * @param to `group/version`
   * @returns the objects in their order, complete and not pruned
   * @throws ApiError 500 when one of them cannot be converted
   */
  convert(objects: readonly ApiObject[], to: string): Promise<ApiObject[]>;
}

/** The same content under another version's name. */
export const renamed = (object: ApiObject, to: string): ApiObject => ({ ...object, apiVersion: to });
