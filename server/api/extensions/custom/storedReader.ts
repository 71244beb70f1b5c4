/** Reads stored custom resources at one of the versions of their definition. */
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce, type Steps } from "../../../../shared/steps.ts";
import { answered, inTurns } from "../../../ground/turns/turns.ts";
import type { Resource } from "../../registry/resource.ts";
import { type CustomType, fromStored, pruned } from "./customCodec.ts";
import type { CustomVersions } from "./customVersions.ts";

/**
 * Reads stored objects at a version: defaulted by the schema of the version they are stored at, converted, pruned. Each
 * object is converted, and sent to a webhook, only once for all readers.
 */
export function storedReader(
  type: CustomType,
  versions: CustomVersions,
): Pick<Resource, "fromStorage" | "readInSteps" | "prepare"> {
  const { converter } = versions;
  const shown = new WeakMap<ApiObject, ApiObject>();
  const asked = new WeakMap<ApiObject, Promise<void>>();
  const isForeign = (object: ApiObject): boolean => (object.apiVersion ?? type.apiVersion) !== type.apiVersion;

  /** The stored object with the defaults of the version that it is stored at. */
  const completed = function* (object: ApiObject): Steps<ApiObject> {
    const own = versions.type(object.apiVersion ?? type.apiVersion);
    return own === undefined ? object : yield* fromStored(own, object);
  };
  const convertAll = async (objects: readonly ApiObject[]): Promise<void> => {
    const sources: ApiObject[] = [];
    for (const object of objects) sources.push(await inTurns(completed(object)));
    const converted = await converter.convert(sources, type.apiVersion);
    for (const [i, object] of objects.entries()) {
      shown.set(object, await inTurns(pruned(type, converted[i] as ApiObject)));
    }
  };
  const ask = (objects: readonly ApiObject[]): Promise<void> => {
    if (objects.length === 0) return Promise.resolve();
    const asking = convertAll(objects).finally(() => {
      for (const object of objects) asked.delete(object);
    });
    for (const object of objects) asked.set(object, asking);
    return asking;
  };
  const prepare = async (objects: readonly ApiObject[]): Promise<void> => {
    const unknown = objects.filter((object) => isForeign(object) && !shown.has(object));
    // Wait for requests of other readers. These may fail because of other objects, so errors are ignored here.
    const others = unknown.flatMap((object) => asked.get(object) ?? []);
    const first = ask(unknown.filter((object) => !asked.has(object)));
    await Promise.allSettled([...new Set(others)]);
    await first;
    await ask(unknown.filter((object) => !shown.has(object)));
  };
  const read = function* (object: ApiObject): Steps<ApiObject> {
    let value = shown.get(object);
    if (value !== undefined) return value;
    if (isForeign(object) && converter.asks) {
      yield* answered(prepare([object]));
      return shown.get(object) as ApiObject;
    }
    const own = yield* completed(object);
    value = isForeign(object) ? yield* versions.at(own, type.apiVersion) : own;
    shown.set(object, value);
    return value;
  };
  return {
    fromStorage: (object) => atOnce(read(object)),
    readInSteps: read,
    ...(converter.asks ? { prepare } : {}),
  };
}
