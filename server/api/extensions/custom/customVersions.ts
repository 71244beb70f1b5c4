import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { answered } from "../../../ground/turns/turns.ts";
import { type Converter, renamed } from "../conversion/converter.ts";
import { type CustomType, pruned } from "./customCodec.ts";

/** The versions of a definition, and conversion between them. */
export interface CustomVersions {
  /** The type of a version; undefined for a version that the definition does not have, or no longer. */
  type(apiVersion: string): CustomType | undefined;
  readonly converter: Converter;
  /** An object converted to another version, not pruned. @throws ApiError 500 when it cannot be converted */
  converted(object: ApiObject, to: string): Steps<ApiObject>;
  /**
   * An object converted to another version and pruned by that version's schema.
   * @throws ApiError 500 when it cannot be converted
   */
  at(object: ApiObject, to: string): Steps<ApiObject>;
}

/** @param types by `group/version` */
export function customVersions(types: ReadonlyMap<string, CustomType>, converter: Converter): CustomVersions {
  const convert = function* (object: ApiObject, to: string): Steps<ApiObject> {
    if (object.apiVersion === to) return object;
    if (!converter.asks) return renamed(object, to);
    const [converted = object] = yield* answered(converter.convert([object], to));
    return converted;
  };
  return {
    type: (apiVersion) => types.get(apiVersion),
    converter,
    converted: convert,
    *at(object, to) {
      if (object.apiVersion === to) return object;
      const converted = yield* convert(object, to);
      const type = types.get(to);
      return type === undefined ? converted : yield* pruned(type, converted);
    },
  };
}
