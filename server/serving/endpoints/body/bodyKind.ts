import { apiVersionOf, parseApiVersion } from "../../../../shared/object.ts";
import { badRequest } from "../../../../shared/status.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { Services } from "../../../api/registry/services.ts";
import { DecodeError, decodeInSteps } from "../../../model/schema/decode.ts";
import type { Expected } from "./decodeValue.ts";
import { goType } from "./goType.ts";
import { isRetired } from "./retiredVersions.ts";

/** The source location of the reference's registry of built-in kinds: it is part of its messages. */
const SCHEME = "pkg/api/legacyscheme/scheme.go:30";

const notRegistered = (kind: string, apiVersion: string): string =>
  `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "${SCHEME}"`;

const unknownConversion = (version: string, kind: string, expected: Expected): string =>
  `converting (${version}.${kind}) to (${goType(expected)}): unknown conversion`;

/** Kinds that an action also accepts at an older version. */
const ACCEPTED_ALIASES = new Set(["policy/v1beta1 Eviction"]);

/**
 * Checks that the body's apiVersion and kind are those that the path accepts; missing ones are assumed. A known kind at
 * another version, or in an equivalent other group (events), gets another error than an unknown kind.
 * @throws ApiError 400
 */
export function checkKind(services: Services, givenVersion: string, givenKind: string, expected: Expected): void {
  const wanted = apiVersionOf(expected);
  const apiVersion = givenVersion === "" ? wanted : givenVersion;
  const kind = givenKind === "" ? expected.kind : givenKind;
  if (apiVersion === wanted && kind === expected.kind) return;
  if (ACCEPTED_ALIASES.has(`${apiVersion} ${kind}`) && kind === expected.kind) return;
  const { group, version } = parseApiVersion(apiVersion);
  const listed = kind.endsWith("List") ? kind.slice(0, -4) : kind;
  const known = [kind, listed].some(
    (name) => services.schema.forKind(group, version, name) !== undefined || isRetired(group, version, name),
  );
  if (known && goType({ group, kind }) === goType(expected)) {
    throw badRequest(`the API version in the data (${apiVersion}) does not match the expected API version (${wanted})`);
  }
  throw badRequest(
    `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${expected.kind}: ${
      known ? unknownConversion(version, kind, expected) : notRegistered(kind, apiVersion)
    }`,
  );
}

/** The validation message for an object that a patch turned into another kind: it is decoded as that kind first. */
export function* describeOtherKind(
  services: Services,
  value: Readonly<Record<string, unknown>>,
  expected: Expected,
): Steps<string> {
  const [apiVersion, kind] = [String(value["apiVersion"] ?? ""), String(value["kind"] ?? "")];
  const { group, version } = parseApiVersion(apiVersion);
  const node = services.schema.forKind(group, version, kind);
  if (node === undefined) return notRegistered(kind, apiVersion);
  try {
    yield* decodeInSteps(node, value);
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
  return unknownConversion(version, kind, expected);
}
