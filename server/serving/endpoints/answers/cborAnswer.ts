/** Answers in CBOR, made from encodings that are cached with the objects. */

import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { encodingOf, type Resource } from "../../../api/registry/resource.ts";
import { readStoredInSteps } from "../../../api/registry/write/write.ts";
import { cborItem } from "../../../model/encoding/cbor/cborItems.ts";
import type { CachedObject } from "../../../store/cache/cachedObject.ts";

/** The type that distinguishes bytes from text in objects of a resource; custom resources are plain JSON. */
export const cborType = (resource: Resource): StructNode | undefined =>
  resource.custom === undefined ? resource.node : undefined;

/** The CBOR item of one object, encoded on first use. */
export const cachedItem = (resource: Resource, cached: CachedObject): Steps<Buffer> =>
  cached.encodedInSteps(`${encodingOf(resource)} cbor`, function* (object) {
    return yield* cborItem(yield* readStoredInSteps(resource, object), cborType(resource));
  });
