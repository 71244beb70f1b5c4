import { equalInSteps } from "../../../../shared/collections/deepEqual.ts";
import type { FieldError } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { decodedInSteps } from "../../registry/strategies/narrow.ts";
import { generationStrategy } from "../../registry/strategies/specStatus.ts";
import { MAX_LIST, validateConfiguration, validateSelectors } from "./deviceClaimValidation.ts";
import { validateList } from "./lists.ts";
import type { DeviceClass } from "./types.ts";

function* validate(object: ApiObject, old: ApiObject | undefined): Steps<FieldError[]> {
  const { selectors, config } = (yield* decodedInSteps<DeviceClass>(object)).spec ?? {};
  const before = old === undefined ? undefined : (yield* decodedInSteps<DeviceClass>(old)).spec;
  const storedSelectors = old !== undefined && (yield* equalInSteps(selectors ?? [], before?.selectors ?? []));
  const stored = old !== undefined && (yield* equalInSteps(config, before?.config));
  return [
    ...(yield* validateSelectors(selectors, "spec.selectors", storedSelectors)),
    ...(yield* validateList(config, MAX_LIST, (each, at) => validateConfiguration(each, at, stored), "spec.config")),
  ];
}

/** Rules of device classes. Unchanged selectors and configuration may keep what new ones may not have. */
export const deviceClassStrategy = generationStrategy({
  returnsDeletedObject: true,
  validating: (_context, object, old) => validate(object, old),
});
