import type { Steps } from "../../shared/steps.ts";
import type { CachedObject } from "../cache/cachedObject.ts";
import { encodeJson } from "../encoding/objectEncoder.ts";
import { encodingOf, type Resource } from "../registry/resource.ts";
import { readStoredInSteps } from "../registry/write.ts";

/** A cached object's JSON as the resource serves it, made once. @throws UnreadableError */
export const jsonItem = (resource: Resource, cached: CachedObject): Steps<Buffer> =>
  cached.encodedInSteps(encodingOf(resource), function* (object) {
    return yield* encodeJson(yield* readStoredInSteps(resource, object));
  });
