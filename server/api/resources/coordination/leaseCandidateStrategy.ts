import { append } from "../../../../shared/collections/append.ts";
import { type FieldError, invalid, notSupported, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { checkQualifiedName } from "../../../../shared/text/qualifiedName.ts";
import { checkConfigKey, invalidBy } from "../../../ground/formats/names/names.ts";
import { compareVersions, type SemanticVersion, semanticVersionOf } from "../../../ground/formats/semanticVersion.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";

/** A candidate for holding a lease. */
export interface LeaseCandidate extends ApiObject {
  readonly spec?: {
    readonly leaseName?: string;
    readonly binaryVersion?: string;
    readonly emulationVersion?: string;
    readonly strategy?: string;
  };
}

const OLDEST = "OldestEmulationVersion";
/** Replaces a text that is not a version. */
const ZERO: SemanticVersion = { core: [0n, 0n, 0n], pre: [] };
const VERSION_FORM = "must be a valid semantic version";

function validateVersions(binaryVersion: string, emulationVersion: string): FieldError[] {
  const errors: FieldError[] = [];
  const emulation = semanticVersionOf(emulationVersion);
  const binary = semanticVersionOf(binaryVersion);
  if (emulationVersion !== "" && emulation === undefined) {
    errors.push(invalid("spec.emulationVersion", emulationVersion, VERSION_FORM));
  }
  if (binaryVersion === "") errors.push(required("spec.binaryVersion"));
  else if (binary === undefined) errors.push(invalid("spec.binaryVersion", binaryVersion, VERSION_FORM));
  if (binaryVersion !== "" && emulationVersion !== "" && compareVersions(binary ?? ZERO, emulation ?? ZERO) < 0) {
    errors.push(invalid("spec.binaryVersion", binaryVersion, "must be greater than or equal to `emulationVersion`"));
  }
  return errors;
}

function validateElection(strategy: string, emulationVersion: string): FieldError[] {
  if (strategy === "") return [required("spec.strategy")];
  const errors: FieldError[] = [];
  if (strategy === OLDEST && compareVersions(semanticVersionOf(emulationVersion) ?? ZERO, ZERO) === 0) {
    errors.push(required("spec.emulationVersion", `must be specified when \`strategy\` is '${OLDEST}'`));
  }
  // The reference's path repeats the field name.
  const path = "spec.strategy.strategy";
  if (strategy.includes("/")) append(errors, invalidBy(path, strategy, checkQualifiedName(strategy)));
  else if (strategy !== OLDEST) errors.push(notSupported(path, strategy, [OLDEST]));
  return errors;
}

function validate(object: ApiObject): FieldError[] {
  const {
    leaseName = "",
    binaryVersion = "",
    emulationVersion = "",
    strategy = "",
  } = decoded<LeaseCandidate>(object).spec ?? {};
  return [
    ...(leaseName === "" ? [required("spec.leaseName")] : []),
    ...validateVersions(binaryVersion, emulationVersion),
    ...validateElection(strategy, emulationVersion),
  ];
}

const leaseOf = (object: ApiObject): string => decoded<LeaseCandidate>(object).spec?.leaseName ?? "";

/** Rules of lease candidates. A candidate cannot change its lease. */
export const leaseCandidateStrategy: Strategy = {
  anyFinalizer: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  nameRule: () => checkConfigKey,
  validate: (_context, object) => validate(object),
  validateUpdate: (_context, object, old) => [
    ...validate(object),
    ...validateImmutable(leaseOf(object), leaseOf(old), "spec.leaseName"),
  ],
};
