import { deepEqual } from "../../../../shared/deepEqual.ts";
import type { FieldError } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import { generationStrategy } from "../../registry/strategies/specStatus.ts";
import { MAX_LIST, validateConfiguration, validateSelectors } from "./deviceClaimValidation.ts";
import { validateList } from "./lists.ts";
import type { DeviceClass } from "./types.ts";

function validate(object: ApiObject, old: ApiObject | undefined): FieldError[] {
  const { selectors, config } = decoded<DeviceClass>(object).spec ?? {};
  const stored = old !== undefined && deepEqual(config, decoded<DeviceClass>(old).spec?.config);
  return [
    ...validateSelectors(selectors, "spec.selectors"),
    ...validateList(config, MAX_LIST, (each, at) => validateConfiguration(each, at, stored), "spec.config"),
  ];
}

/** Rules of device classes. Configuration that stays as it is may be larger than new one. */
export const deviceClassStrategy = generationStrategy({
  validate: (_context, object) => validate(object, undefined),
  validateUpdate: (_context, object, old) => validate(object, old),
});
