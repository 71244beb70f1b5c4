import { type ApiObject, apiVersionOf, type GroupVersionKind } from "../../../../shared/object.ts";
import { ApiError, internalError } from "../../../../shared/status.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Catalog } from "../../../api/registry/catalog.ts";
import type { Features } from "../../../api/registry/features.ts";
import { defaultInSteps } from "../../../model/schema/applyDefaults.ts";
import { DecodeError, decodeInSteps } from "../../../model/schema/decode.ts";
import type { Schema } from "../../../model/schema/schema.ts";

/** Decodes and defaults an object that a webhook has changed. @throws ApiError 500 */
export type DecodeMutated = (value: Readonly<Record<string, unknown>>, kind: GroupVersionKind) => Steps<ApiObject>;

/** Silently drops unknown fields, because webhooks may be newer than this server. */
export function mutatedDecoder(
  schema: Pick<Schema, "forKind">,
  catalog: Pick<Catalog, "resourcesOf">,
  features?: Features,
): DecodeMutated {
  return function* (value, kind) {
    const apiVersion = apiVersionOf(kind);
    if (value["kind"] !== kind.kind || value["apiVersion"] !== apiVersion) {
      throw internalError(
        `unable to decode ${String(value["apiVersion"])}, Kind=${String(value["kind"])} as ${kind.kind}`,
      );
    }
    const custom = catalog
      .resourcesOf(kind.group, kind.version)
      .find((resource) => resource.custom !== undefined && resource.kind === kind.kind)?.custom;
    try {
      if (custom !== undefined) return (yield* custom.decode(value)).object;
      const node = schema.forKind(kind.group, kind.version, kind.kind);
      if (node === undefined)
        throw internalError(`no kind ${quoted(kind.kind)} is registered for version ${quoted(apiVersion)}`);
      const {
        kind: _k,
        apiVersion: _a,
        metadata,
        ...rest
      } = (yield* decodeInSteps(node, value)).value as Record<string, unknown>;
      // Options of a CONNECT request have no metadata.
      const object = {
        kind: kind.kind,
        apiVersion,
        ...(value["metadata"] === undefined ? {} : { metadata: metadata ?? {} }),
        ...rest,
      } as ApiObject;
      return yield* defaultInSteps(node, object, features?.enabled);
    } catch (error) {
      if (error instanceof DecodeError) throw internalError(error.message);
      if (error instanceof ApiError && error.code !== 500) throw internalError(error.message);
      throw error;
    }
  };
}

/**
 * Replaces the contents of an object with those of another one, in place: references to the object and to its metadata
 * stay valid.
 */
export function replaceContents(target: ApiObject, source: ApiObject): void {
  const { metadata } = target;
  overwrite(target, source);
  if (metadata === undefined || source.metadata === undefined) return;
  overwrite(metadata as Record<string, unknown>, source.metadata as Record<string, unknown>);
  target.metadata = metadata;
}

function overwrite(target: Record<string, unknown>, source: Readonly<Record<string, unknown>>): void {
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, source);
}
