import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
  CertificateSigningRequestSpec,
} from "kubernetes-types/certificates/v1";
import { append } from "../../../../shared/collections/append.ts";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import {
  child,
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  notAmong,
  notSupported,
  required,
  supportedValues,
  tooLong,
} from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { each, isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { certificateRequestInSteps } from "../../../../shared/x509/certificateRequest.ts";
import { parsePem } from "../../../../shared/x509/pem.ts";
import { decodeText } from "../../../ground/formats/encodings/base64.ts";
import { checkLabel } from "../../../ground/formats/names/names.ts";
import { bytesText } from "../../../ground/formats/wording/bytesText.ts";
import { invalidText } from "../../../ground/formats/wording/goText.ts";
import { certificateProblem } from "../../../ground/x509/certificateProblem.ts";
import { checkRequestSignature } from "../../../ground/x509/requestSignature.ts";
import { decodedInSteps, narrow } from "../../registry/strategies/narrow.ts";

const USAGES = [
  "any",
  "cert sign",
  "client auth",
  "code signing",
  "content commitment",
  "crl sign",
  "data encipherment",
  "decipher only",
  "digital signature",
  "email protection",
  "encipher only",
  "ipsec end system",
  "ipsec tunnel",
  "ipsec user",
  "key agreement",
  "key encipherment",
  "microsoft sgc",
  "netscape sgc",
  "ocsp signing",
  "s/mime",
  "server auth",
  "signing",
  "timestamping",
];
const SUPPORTED_USAGES = supportedValues(USAGES);
const MIN_SECONDS = 600;
const MAX_SIGNER = 571;
const MAX_DOMAIN = 253;
const SIGNER_FORM = "must be a fully qualified domain and path of the form 'example.com/signer-name'";

/**
 * Field errors of a request, its decisions and its certificate.
 * @param old the stored one on updates: invalid values that it already has may stay
 */
export function* certificateSigningRequestErrors(
  vocabulary: Vocabulary,
  object: ApiObject,
  old?: ApiObject,
): Steps<FieldError[]> {
  const spec = yield* specOf(object);
  const before = old === undefined ? {} : yield* specOf(old);
  const errors = yield* validateRequest(spec.request, "spec.request");
  const usages = spec.usages ?? [];
  if (usages.length === 0) errors.push(required("spec.usages"));
  if (!(before.usages ?? []).some((usage) => !USAGES.includes(usage))) {
    const unknown = errorsOfEach(usages, "spec.usages", (usage, at) =>
      USAGES.includes(usage) ? [] : [notAmong(at, quoted(usage), SUPPORTED_USAGES)],
    );
    append(errors, yield* unknown);
  }
  if (new Set(before.usages ?? []).size === (before.usages ?? []).length) {
    const seen = new Set<string>();
    const twice = errorsOfEach(usages, "spec.usages", (usage, at) => {
      if (seen.has(usage)) return [duplicate(at, usage)];
      seen.add(usage);
      return [];
    });
    append(errors, yield* twice);
  }
  append(errors, validateSigner(vocabulary, spec.signerName ?? "", before.signerName, "spec.signerName"));
  const seconds = spec.expirationSeconds;
  if (seconds !== undefined && seconds < MIN_SECONDS) {
    const detail = `may not specify a duration less than ${MIN_SECONDS} seconds (10 minutes)`;
    errors.push(invalid("spec.expirationSeconds", seconds, detail));
  }
  return [...errors, ...(yield* conditionErrors(object, old))];
}

function* specOf(object: ApiObject): Steps<Partial<CertificateSigningRequestSpec>> {
  return (yield* decodedInSteps<Pick<CertificateSigningRequest, "spec">>(object)).spec ?? {};
}

/** The legacy signer of the first API versions is not allowed in this one. */
function validateSigner(vocabulary: Vocabulary, name: string, before: string | undefined, path: string): FieldError[] {
  const legacy = vocabulary.render("{labelDomain}/legacy-unknown");
  return name === legacy && before !== legacy
    ? [invalid(path, name, "the legacy signerName is not allowed via this API version")]
    : validateSignerName(name, path);
}

/** The client must prove that it holds the private key, which it does by signing the request itself. */
function* validateRequest(base64: string | undefined, path: string): Steps<FieldError[]> {
  try {
    checkRequestSignature(yield* certificateRequestInSteps(base64 ?? ""));
    return [];
  } catch (error) {
    return [invalidText(path, yield* bytesText(base64), messageOf(error))];
  }
}

/** A signer is named by a domain and a path: `example.com/my-signer`. */
export function validateSignerName(name: string, path: string): FieldError[] {
  if (name === "") return [required(path)];
  const [domain = "", ...rest] = name.split("/");
  if (rest.length !== 1) return [invalid(path, name, SIGNER_FORM)];
  const errors = domain.length > MAX_DOMAIN ? [tooLong(path, MAX_DOMAIN)] : [];
  const labels = domain.split(".");
  append(errors, validateParts(labels, domain, checkLabel, path));
  if (labels.length < 2) {
    errors.push(invalid(path, domain, "should be a domain with at least two segments separated by dots"));
  }
  const signer = rest[0] ?? "";
  append(errors, validateParts(signer.split("."), signer, checkSubdomain, path));
  if (name.length > MAX_SIGNER) errors.push(tooLong(path, MAX_SIGNER));
  return errors;
}

/** Errors of the first invalid part. */
function validateParts(
  parts: readonly string[],
  whole: string,
  check: (part: string) => string[],
  path: string,
): FieldError[] {
  const part = parts.find((candidate) => check(candidate).length > 0);
  if (part === undefined) return [];
  return check(part).map((message) => invalid(path, whole, `validating label ${quoted(part)}: ${message}`));
}

function* conditionsOf(object: ApiObject): Steps<readonly CertificateSigningRequestCondition[]> {
  return (yield* decodedInSteps<CertificateSigningRequest>(object)).status?.conditions ?? [];
}

/** Errors of the conditions; invalid conditions that are already stored may stay. */
function* conditionErrors(object: ApiObject, old: ApiObject | undefined): Steps<FieldError[]> {
  const before = (old === undefined ? [] : yield* conditionsOf(old)).map(({ type }) => type ?? "");
  const hadNone = before.includes("");
  const wasBoth = before.includes("Approved") && before.includes("Denied");
  const hadDuplicates = new Set(before).size < before.length;
  const types = new Set<string>();
  return yield* errorsOfEach(yield* conditionsOf(object), "status.conditions", (condition, at) => {
    const errors: FieldError[] = [];
    const type = condition.type ?? "";
    if (type === "" && !hadNone) errors.push(required(child(at, "type")));
    append(errors, validateStatus(type, condition.status ?? "", child(at, "status")));
    const other = type === "Approved" ? "Denied" : type === "Denied" ? "Approved" : undefined;
    if (other !== undefined && types.has(other) && !wasBoth) {
      errors.push(invalid(child(at, "type"), type, "Approved and Denied conditions are mutually exclusive"));
    }
    if (types.has(type) && !hadDuplicates) errors.push(duplicate(child(at, "type"), type));
    types.add(type);
    return errors;
  });
}

/** Conditions that record a decision or failure must be true when present. */
function validateStatus(type: string, status: string, path: string): FieldError[] {
  if (status === "") return [required(path)];
  const allowed = ["Approved", "Denied", "Failed"].includes(type) ? ["True"] : ["False", "True", "Unknown"];
  return allowed.includes(status) ? [] : [notSupported(path, status, allowed)];
}

const SECRET = "<certificate data>";

/** The certificate must consist only of PEM blocks of type CERTIFICATE, at least one. */
export function* validateCertificate(object: ApiObject): Steps<FieldError[]> {
  const path = "status.certificate";
  const certificate = narrow<CertificateSigningRequest>(object).status?.certificate ?? "";
  if (certificate === "") return [];
  const blocks = parsePem(decodeText(certificate));
  for (const block of blocks) {
    if (isTurnDue()) yield;
    if (block.label !== "CERTIFICATE") {
      return [invalid(path, SECRET, `only CERTIFICATE PEM blocks are allowed, found ${quoted(block.label)}`)];
    }
    if (block.hasHeaders) return [invalid(path, SECRET, "no PEM block headers are permitted")];
    const problem = certificateProblem(block.data);
    if (problem !== undefined) return [invalid(path, SECRET, problem)];
  }
  return blocks.length > 0 ? [] : [invalid(path, SECRET, "must contain at least one CERTIFICATE PEM block")];
}

/** Number of conditions by type. */
function* countsOf(object: ApiObject): Steps<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  yield* each(yield* conditionsOf(object), ({ type }) => counts.set(type, (counts.get(type) ?? 0) + 1));
  return counts;
}

/** What the main resource, `status` or `approval` may change in a write. */
export interface AllowedChanges {
  readonly decision?: boolean;
  readonly certificate?: boolean;
}

/** Field errors of the changes of an update: decisions are final, and so is the certificate. */
export function* changeErrors(object: ApiObject, old: ApiObject, allowed: AllowedChanges): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  const now = yield* countsOf(object);
  const before = yield* countsOf(old);
  const count = (counts: typeof now, type: string) => counts.get(type) ?? 0;
  for (const type of ["Approved", "Denied", "Failed"]) {
    if (count(now, type) < count(before, type)) {
      errors.push(forbidden("status.conditions", `updates may not remove a condition of type ${quoted(type)}`));
    }
  }
  for (const type of allowed.decision === true ? [] : ["Approved", "Denied"]) {
    if (count(now, type) > count(before, type)) {
      errors.push(forbidden("status.conditions", `updates may not add a condition of type ${quoted(type)}`));
    }
  }
  const certificate = (o: ApiObject) => narrow<CertificateSigningRequest>(o).status?.certificate ?? "";
  if (!deepEqual(certificate(object), certificate(old))) {
    if (allowed.certificate !== true) {
      errors.push(forbidden("status.certificate", "updates may not set certificate content"));
    } else if (certificate(old) !== "") {
      errors.push(forbidden("status.certificate", "updates may not modify existing certificate content"));
    }
  }
  return errors;
}
