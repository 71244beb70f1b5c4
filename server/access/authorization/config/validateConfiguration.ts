import { append } from "../../../../shared/collections/append.ts";
import {
  child,
  duplicate,
  type FieldError,
  index,
  invalid,
  notSupported,
  required,
} from "../../../../shared/fieldError.ts";
import { isTurnOver, type Steps } from "../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { AUTHORIZATION_MODES } from "../flags.ts";
import { validateWebhook, type WebhookFacts } from "./validateWebhook.ts";
import type { WrittenAuthorizer } from "./written.ts";

/** Validation errors of an AuthorizationConfiguration, in the reference's words and order. */
export function* validateConfiguration(
  authorizers: readonly WrittenAuthorizer[],
  facts: WebhookFacts,
): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  if (authorizers.length === 0) {
    errors.push(required("authorizers", "at least one authorization mode must be defined"));
  }
  const types = new Set<string>();
  const names = new Set<string>();
  for (const [i, { type = "", name = "", webhook }] of authorizers.entries()) {
    if (isTurnOver()) yield;
    const at = index("authorizers", i);
    const typeError = validateType(type, types, child(at, "type"));
    if (typeError !== undefined) {
      errors.push(typeError);
      continue;
    }
    types.add(type);
    append(errors, validateName(name, names, child(at, "name")));
    names.add(name);
    const hook = child(at, "webhook");
    if (type !== "Webhook") {
      if (webhook !== undefined) errors.push(invalid(hook, "non-null", "may only be specified when type=Webhook"));
    } else if (webhook === undefined) {
      errors.push(required(hook, "required when type=Webhook"));
    } else {
      // The reference's paths lack the `webhook` member.
      append(errors, validateWebhook(webhook, at, facts));
    }
  }
  return errors;
}

function validateType(type: string, seen: ReadonlySet<string>, at: string): FieldError | undefined {
  if (type === "") return required(at);
  const known: readonly string[] = AUTHORIZATION_MODES.toSorted();
  if (!known.includes(type)) return notSupported(at, type, known);
  return seen.has(type) && type !== "Webhook" ? duplicate(at, type) : undefined;
}

function validateName(name: string, seen: ReadonlySet<string>, at: string): FieldError[] {
  if (name === "") return [required(at)];
  if (seen.has(name)) return [duplicate(at, name)];
  const faults = checkSubdomain(name);
  return faults.length === 0 ? [] : [invalid(at, name, `authorizer name is invalid: ${faults.join(", ")}`)];
}
