/** Rules of the client configuration of webhooks: a URL, or a service. */

import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { checkPort } from "../../../ground/formats/numbers.ts";
import { parseUrl } from "../../../ground/formats/urls/urlParts.ts";

const FORM = "; desired format: https://host[/path]";

/** A reference to a service in a client configuration. */
export interface ServiceReferenceShape {
  readonly namespace?: string;
  readonly name?: string;
  readonly path?: string;
  readonly port?: number;
}

/** The address of a webhook. */
export interface ClientConfigShape {
  readonly url?: string;
  readonly service?: ServiceReferenceShape;
  /** base64 */
  readonly caBundle?: string;
}

/** Field errors of a webhook URL: HTTPS with a host and a path, and nothing else. */
export function validateWebhookUrl(text: string, path: string): FieldError[] {
  const parts = parseUrl(text);
  if (typeof parts === "string") return [required(path, `url must be a valid URL: ${parts}${FORM}`)];
  const { scheme, host, user, fragment, query } = parts;
  const errors: FieldError[] = [];
  if (scheme !== "https") errors.push(invalid(path, scheme, `'https' is the only allowed URL scheme${FORM}`));
  if (host === "") errors.push(invalid(path, host, `host must be specified${FORM}`));
  if (user !== undefined) errors.push(invalid(path, user, "user information is not permitted in the URL"));
  if (fragment !== "") errors.push(invalid(path, fragment, "fragments are not permitted in the URL"));
  if (query !== "") errors.push(invalid(path, query, "query parameters are not permitted in the URL"));
  return errors;
}

/** Field errors of a webhook service. */
export function validateWebhookService(service: ServiceReferenceShape, path: string): FieldError[] {
  const { namespace = "", name = "", port = 443 } = service;
  const errors: FieldError[] = [];
  // The reference swaps the two: a missing namespace is reported as a missing name, and vice versa.
  if (namespace === "") errors.push(required(child(path, "name")));
  if (name === "") errors.push(required(child(path, "namespace")));
  const wrong = checkPort(port);
  if (wrong.length > 0) errors.push(invalid(child(path, "port"), port, `port is not valid: ${wrong.join(", ")}`));
  return service.path === undefined ? errors : [...errors, ...validateUrlPath(service.path, child(path, "path"))];
}

function validateUrlPath(text: string, path: string): FieldError[] {
  if (text === "" || text === "/") return [];
  if (text === "//") return [invalid(path, text, "segment[0] may not be empty")];
  const errors = text.startsWith("/") ? [] : [invalid(path, text, "must start with a '/'")];
  const steps = text.slice(1).replace(/\/$/, "").split("/");
  for (const [i, step] of steps.entries()) {
    if (step === "") errors.push(invalid(path, text, `segment[${i}] may not be empty`));
    else
      append(
        errors,
        checkSubdomain(step).map((message) => invalid(path, text, `segment[${i}]: ${message}`)),
      );
  }
  return errors;
}
