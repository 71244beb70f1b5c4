import { child, type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import { parseUrl } from "../../../ground/formats/urls/urlParts.ts";
import { formatDuration, parseDuration } from "../../../ground/formats/wording/durationText.ts";
import type { WrittenKms } from "./writtenEncryption.ts";

/** Validation errors of a plug-in, with the reference's messages. Its defaults are already filled in. */
export function validateKms(
  kms: WrittenKms,
  at: string,
  { plugins, reload }: { readonly plugins: ReadonlySet<string>; readonly reload: boolean },
): FieldError[] {
  const { apiVersion = "", name = "", timeout = "0s", cachesize } = kms;
  const errors: FieldError[] = [];
  const nameField = child(at, "name");
  if (name === "") errors.push(required(nameField, "name is a mandatory field for a provider"));
  if (apiVersion !== "v1" && name.includes(":")) {
    errors.push(invalid(nameField, name, `invalid KMS provider name ${name}, must not contain ':'`));
  }
  if ((reload || apiVersion !== "v1") && plugins.has(name)) {
    errors.push(invalid(nameField, name, `duplicate KMS provider name ${name}, names must be unique`));
  }
  const duration = parseDuration(timeout);
  if (duration <= 0n) {
    const message = `Invalid value: ${formatDuration(duration)}: timeout should be a positive value`;
    errors.push({ type: "FieldValueInvalid", field: child(at, "timeout"), message });
  }
  const endpoint = endpointFault(kms.endpoint ?? "");
  if (endpoint !== undefined) errors.push(invalid(child(at, "endpoint"), kms.endpoint ?? "", endpoint));
  const cacheField = child(at, "cachesize");
  if (apiVersion !== "v1" && cachesize !== undefined) {
    errors.push(invalid(cacheField, cachesize, "cachesize is not supported in v2"));
  }
  if (apiVersion === "v1" && cachesize === 0) {
    errors.push(invalid(cacheField, cachesize, "cachesize should be a positive value, or negative to disable"));
  }
  if (apiVersion !== "v1" && apiVersion !== "v2") {
    const detail = "unsupported apiVersion apiVersion for KMS provider, only v1 and v2 are supported";
    errors.push(invalid(child(at, "apiVersion"), apiVersion, detail));
  }
  return errors;
}

function endpointFault(endpoint: string): string | undefined {
  if (endpoint === "") return "endpoint is a mandatory field for a kms";
  const url = parseUrl(endpoint);
  if (typeof url === "string") return `invalid endpoint for kms provider, error: ${url}`;
  if (url.scheme === "unix") return undefined;
  return `unsupported scheme ${JSON.stringify(url.scheme)} for KMS provider, only unix is supported`;
}
