/** Answers in CBOR from encodings that are kept with the cached objects. */

import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { encodingOf, type Resource } from "../../../api/registry/resource.ts";
import { readStoredInSteps } from "../../../api/registry/write/write.ts";
import { cborItem } from "../../../model/encoding/cbor/cborItems.ts";
import type { CachedObject } from "../../../store/cache/cachedObject.ts";

/** Distinguishes bytes from text in objects of a resource; custom ones are plain JSON. */
export const cborType = (resource: Resource): StructNode | undefined =>
  resource.custom === undefined ? resource.node : undefined;

/** The item of one object, made on first use. */
export const cachedItem = (resource: Resource, cached: CachedObject): Steps<Buffer> =>
  cached.encodedInSteps(`${encodingOf(resource)} cbor`, function* (object) {
    return yield* cborItem(yield* readStoredInSteps(resource, object), cborType(resource));
  });
