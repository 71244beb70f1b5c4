import { apiVersionOf, parseApiVersion } from "../../shared/object.ts";
import { badRequest } from "../../shared/status.ts";
import { DecodeError, decodeStrict } from "../schema/decode.ts";
import type { Expected } from "./decodeValue.ts";
import type { Services } from "./services.ts";

/** Where the reference keeps the registry of built-in kinds: part of its messages. */
const SCHEME = "pkg/api/legacyscheme/scheme.go:30";

const notRegistered = (kind: string, apiVersion: string): string =>
  `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "${SCHEME}"`;

/**
 * What the body says it is must be what the path takes; what it leaves out is assumed.
 * @throws ApiError 400
 */
export function checkKind(services: Services, givenVersion: string, givenKind: string, expected: Expected): void {
  const apiVersion = givenVersion === "" ? apiVersionOf(expected) : givenVersion;
  const kind = givenKind === "" ? expected.kind : givenKind;
  if (apiVersion === apiVersionOf(expected) && kind === expected.kind) return;
  const { group, version } = parseApiVersion(apiVersion);
  const isList = kind.endsWith("List") && services.schema.forKind(group, version, kind.slice(0, -4)) !== undefined;
  const known = isList || services.schema.forKind(group, version, kind) !== undefined;
  const wanted = `${expected.group === "" ? "core" : expected.group.split(".")[0]}.${expected.kind}`;
  throw badRequest(
    `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${expected.kind}: ${
      known ? `converting (${version}.${kind}) to (${wanted}): unknown conversion` : notRegistered(kind, apiVersion)
    }`,
  );
}

/** What is wrong with an object that a patch turned into another kind: it is read as that kind first. */
export function describeOtherKind(services: Services, value: Readonly<Record<string, unknown>>): string {
  const [apiVersion, kind] = [String(value["apiVersion"] ?? ""), String(value["kind"] ?? "")];
  const { group, version } = parseApiVersion(apiVersion);
  const node = services.schema.forKind(group, version, kind);
  if (node === undefined) return notRegistered(kind, apiVersion);
  try {
    decodeStrict(node, value);
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
  return `unable to convert ${apiVersion}, Kind=${kind}`;
}
