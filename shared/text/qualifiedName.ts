/**
 * Checks of label keys and values, and of the names that they consist of. Every function returns the messages of the
 * violated rules; an empty list means valid.
 */
import { append } from "../collections/append.ts";
import { byteLength, checkText, EMPTY_MESSAGE, lengthMessage, patternMessage } from "./regexText.ts";

/** Pattern of an RFC 1123 DNS label. */
export const LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
/** Pattern of a DNS subdomain. */
export const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const QUALIFIED = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const VALUE = `(${QUALIFIED})?`;

const subdomainPattern = new RegExp(`^(?:${SUBDOMAIN})$`);
const qualifiedPattern = new RegExp(`^(?:${QUALIFIED})$`);
const valuePattern = new RegExp(`^(?:${VALUE})$`);
/** A fast check that matches nearly all keys and values; a text that matches is valid. */
const usualPattern = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/** An RFC 1123 DNS subdomain, at most 253 characters. */
export const checkSubdomain = (value: string): string[] =>
  checkText(value, subdomainPattern, 253, () =>
    patternMessage(
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
      SUBDOMAIN,
      "example.com",
    ),
  );

const qualifiedRule = (): string =>
  patternMessage(
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
    QUALIFIED,
    "MyName",
    "my.name",
    "123-abc",
  );

/** A label key, a finalizer, a resource name: `name` or `prefix/name`. */
export function checkQualifiedName(value: string): string[] {
  if (usualPattern.test(value)) return [];
  const parts = value.split("/");
  const messages: string[] = [];
  let name = value;
  if (parts.length === 2) {
    const prefix = parts[0] ?? "";
    name = parts[1] ?? "";
    if (prefix === "") messages.push(`prefix part ${EMPTY_MESSAGE}`);
    else
      append(
        messages,
        checkSubdomain(prefix).map((message) => `prefix part ${message}`),
      );
  } else if (parts.length > 2) {
    return [
      `a qualified name ${qualifiedRule()} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  if (name === "") messages.push(`name part ${EMPTY_MESSAGE}`);
  else if (byteLength(name) > 63) messages.push(`name part ${lengthMessage(63)}`);
  if (!qualifiedPattern.test(name)) messages.push(`name part ${qualifiedRule()}`);
  return messages;
}

/** Checks the value of a label. */
export const checkLabelValue = (value: string): string[] =>
  usualPattern.test(value)
    ? []
    : checkText(value, valuePattern, 63, () =>
        patternMessage(
          "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
          VALUE,
          "MyValue",
          "my_value",
          "12345",
        ),
      );
