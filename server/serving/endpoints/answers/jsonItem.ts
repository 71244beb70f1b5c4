import type { Steps } from "../../../../shared/steps.ts";
import { encodingOf, type Resource } from "../../../api/registry/resource.ts";
import { readStoredInSteps } from "../../../api/registry/write/write.ts";
import { encodeJson } from "../../../model/encoding/objectEncoder.ts";
import type { CachedObject } from "../../../store/cache/cachedObject.ts";

/** The JSON of a cached object at the resource's version, encoded once. @throws UnreadableError */
export const jsonItem = (resource: Resource, cached: CachedObject): Steps<Buffer> =>
  cached.encodedInSteps(encodingOf(resource), function* (object) {
    return yield* encodeJson(yield* readStoredInSteps(resource, object));
  });
