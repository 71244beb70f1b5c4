import type { StorageClass } from "kubernetes-types/storage/v1";
import { deepEqual, equalInSteps } from "../../../../shared/collections/deepEqual.ts";
import { type FieldError, forbidden, invalid, notSupported, required, tooLong } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { flatEach, flatSteps, type Steps } from "../../../../shared/steps.ts";
import { checkQualifiedName } from "../../../../shared/text/qualifiedName.ts";
import { byteLength } from "../../../../shared/text/regexText.ts";
import { invalidBy } from "../../../ground/formats/names/names.ts";
import { type MetadataErrors, NO_METADATA_ERRORS } from "../../registry/metadata/objectMeta.ts";
import { decodedInSteps } from "../../registry/strategies/narrow.ts";
import type { Strategy, WriteContext } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { deprecatedLabelText } from "../validation/nodeLabels.ts";
import { topologyErrors } from "./topologyTerms.ts";

const RECLAIM = ["Delete", "Retain"];
const BINDING = ["Immediate", "WaitForFirstConsumer"];
const MAX_PARAMETERS = 512;
const MAX_PARAMETER_BYTES = 256 * 1024;

/** Name of a provisioner or driver. */
export function validateProvisioner(name: string, path: string): FieldError[] {
  return name === "" ? [required(path)] : invalidBy(path, name.toLowerCase(), checkQualifiedName(name.toLowerCase()));
}

/** Free parameters for a driver: limited in number and total size, and none with an empty name. */
export function validateParameters(
  parameters: Readonly<Record<string, string>> | undefined,
  path: string,
): FieldError[] {
  const entries = Object.entries(parameters ?? {});
  if (entries.length > MAX_PARAMETERS) return [tooLong(path, MAX_PARAMETERS)];
  const nameless = entries.some(([name]) => name === "");
  const errors = nameless ? [invalid(path, "", "field can not be empty.")] : [];
  const size = entries.reduce((sum, [name, value]) => sum + byteLength(name) + byteLength(value), 0);
  if (size > MAX_PARAMETER_BYTES) errors.push(tooLong(path, MAX_PARAMETER_BYTES));
  return errors;
}

function* classErrors(object: ApiObject): Steps<FieldError[]> {
  const storageClass = yield* decodedInSteps<Partial<StorageClass>>(object);
  const { provisioner = "", parameters, reclaimPolicy = "", volumeBindingMode, allowedTopologies } = storageClass;
  const errors = [...validateProvisioner(provisioner, "provisioner"), ...validateParameters(parameters, "parameters")];
  if (reclaimPolicy !== "" && !RECLAIM.includes(reclaimPolicy)) {
    errors.push(notSupported("reclaimPolicy", reclaimPolicy, RECLAIM));
  }
  if (volumeBindingMode === undefined) errors.push(required("volumeBindingMode"));
  else if (!BINDING.includes(volumeBindingMode)) {
    errors.push(notSupported("volumeBindingMode", volumeBindingMode, BINDING));
  }
  return [...errors, ...(yield* topologyErrors(allowedTopologies, "allowedTopologies"))];
}

function* updateErrors(object: ApiObject, old: ApiObject, { whole, change }: MetadataErrors): Steps<FieldError[]> {
  const errors = [...whole, ...(yield* classErrors(object)), ...change];
  const same = (name: string) => deepEqual(object[name] ?? null, old[name] ?? null);
  if (!(yield* equalInSteps(object["parameters"] ?? null, old["parameters"] ?? null)))
    errors.push(forbidden("parameters", "updates to parameters are forbidden."));

  if (!same("provisioner")) errors.push(forbidden("provisioner", "updates to provisioner are forbidden."));
  if (!same("reclaimPolicy")) errors.push(forbidden("reclaimPolicy", "updates to reclaimPolicy are forbidden."));
  return [...errors, ...validateImmutable(object["volumeBindingMode"], old["volumeBindingMode"], "volumeBindingMode")];
}

/** Warns about deprecated node labels that have newer names. */
function* warnings({ vocabulary }: WriteContext, object: ApiObject): Steps<string[]> {
  const { allowedTopologies = [] } = yield* decodedInSteps<Partial<StorageClass>>(object);
  return yield* flatSteps(allowedTopologies, ({ matchLabelExpressions = [] }, i) =>
    flatEach(matchLabelExpressions, ({ key = "" }: { key?: string }, j) => {
      const text = deprecatedLabelText(key, vocabulary);
      return text === undefined ? [] : [`allowedTopologies[${i}].matchLabelExpressions[${j}].key: ${text}`];
    }),
  );
}

/** Rules of storage classes. */
export const storageClassStrategy: Strategy = {
  returnsDeletedObject: true,
  metadataOnUpdate: "woven",
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
  validating: (_context, object, old, looks = NO_METADATA_ERRORS) =>
    old === undefined ? classErrors(object) : updateErrors(object, old, looks),
};
