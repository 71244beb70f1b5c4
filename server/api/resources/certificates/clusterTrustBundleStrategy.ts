import { X509Certificate } from "node:crypto";
import { addToList } from "../../../../shared/collections/addToList.ts";
import { type FieldError, invalid, tooLong } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { byteLength } from "../../../../shared/text/regexText.ts";
import { type PemBlock, parsePem } from "../../../../shared/x509/pem.ts";
import { checkName, type NameCheck } from "../../../ground/formats/names/names.ts";
import { NO_METADATA_ERRORS } from "../../registry/metadata/objectMeta.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { validateSignerName } from "./certificateSigningRequestValidation.ts";

/** Trust anchors, of one signer or of no particular signer. */
export interface ClusterTrustBundle extends ApiObject {
  readonly spec?: { readonly signerName?: string; readonly trustBundle?: string };
}

const MAX_BUNDLE = 1024 * 1024;
const OMITTED = "<value omitted>";

const specOf = (object: ApiObject): { signerName: string; trustBundle: string } => ({
  signerName: "",
  trustBundle: "",
  ...decoded<ClusterTrustBundle>(object).spec,
});

/**
 * The name of a signer's bundle must start with the signer's name, so that permissions can be given by prefix. Names of
 * other bundles must not contain a colon.
 */
function nameRule(object: ApiObject): NameCheck {
  const signer = specOf(object).signerName;
  const start = signer === "" ? "" : `${signer.replaceAll("/", ":")}:`;
  return (name, prefix) => {
    if (signer === "" && name.includes(":")) {
      return ['ClusterTrustBundle without signer name must not have ":" in its name'];
    }
    return name.startsWith(start)
      ? checkName("subdomain", name.slice(start.length), prefix)
      : [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${start}`];
  };
}

function describeBlock({ label, data, hasHeaders }: PemBlock): string | undefined {
  if (label !== "CERTIFICATE") return `has bad block type: ${label}`;
  if (hasHeaders) return "has PEM block headers";
  try {
    return new X509Certificate(data).ca ? undefined : "does not have the CA bit set";
  } catch {
    return "does not parse as X.509";
  }
}

/** Field errors of a bundle: it must have only certificates of authorities, at least one, and no duplicates. */
function* validateTrustBundle(text: string, path: string): Steps<FieldError[]> {
  if (byteLength(text) > MAX_BUNDLE) return [tooLong(path, MAX_BUNDLE)];
  const blocks = parsePem(text);
  const errors: FieldError[] = [];
  for (const [i, block] of blocks.entries()) {
    if (isTurnDue()) yield;
    const problem = describeBlock(block);
    if (problem !== undefined) errors.push(invalid(path, OMITTED, `entry ${i} ${problem}`));
  }
  if (errors.length > 0) return errors;
  if (blocks.length === 0) return [invalid(path, OMITTED, "at least one trust anchor must be provided")];
  const places = new Map<string, number[]>();
  for (const [i, { data }] of blocks.entries()) {
    const key = Buffer.from(data).toString("base64");
    addToList(places, key, i);
  }
  return [...places.values()]
    .filter((indices) => indices.length > 1)
    .map((indices) => invalid(path, OMITTED, `duplicate trust anchor (indices [${indices.join(" ")}])`));
}

function* validate(object: ApiObject, withBundle: boolean): Steps<FieldError[]> {
  const { signerName, trustBundle } = specOf(object);
  return [
    ...(signerName === "" ? [] : validateSignerName(signerName, "spec.signerName")),
    ...(withBundle ? yield* validateTrustBundle(trustBundle, "spec.trustBundle") : []),
  ];
}

/** Rules of trust bundles. An unchanged bundle is not parsed again. */
export const clusterTrustBundleStrategy: Strategy = {
  metadataOnUpdate: "woven",
  nameRule,
  allowUnconditionalUpdate: false,
  *validating(_context, object, old, { whole, change } = NO_METADATA_ERRORS) {
    if (old === undefined) return yield* validate(object, true);
    const [after, before] = [specOf(object), specOf(old)];
    return [
      ...whole,
      ...(yield* validate(object, after.trustBundle !== before.trustBundle)),
      ...change,
      ...validateImmutable(after.signerName, before.signerName, "spec.signerName"),
    ];
  },
};
