/** Converts objects of a definition from the version they are stored at to another one. */
import type { ApiObject } from "../../../../shared/object.ts";

/** Converts objects that are not yet at the target version. */
export interface Converter {
  /** Whether converting calls a webhook. */
  readonly asks: boolean;
  /**
   * @param to `group/version`
   * @returns the converted objects in the same order, not pruned
   * @throws ApiError 500 when one of them cannot be converted
   */
  convert(objects: readonly ApiObject[], to: string): Promise<ApiObject[]>;
}

/** The object with another apiVersion and otherwise unchanged. */
export const renamed = (object: ApiObject, to: string): ApiObject => ({ ...object, apiVersion: to });
