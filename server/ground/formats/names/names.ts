/**
 * Checks of names. Every function returns the messages of the rules that the text breaks, or none; callers add a field
 * path with `invalid(path, value, message)`.
 */
import { type FieldError, invalid } from "../../../../shared/fieldError.ts";
import { checkSubdomain, LABEL, SUBDOMAIN } from "../../../../shared/text/qualifiedName.ts";
import {
  byteLength,
  checkText,
  EMPTY_MESSAGE,
  lengthMessage,
  patternMessage,
} from "../../../../shared/text/regexText.ts";
import { checkAddressName } from "../addresses/addressNames.ts";

/** The pattern of a DNS label according to RFC 1035. */
export const LABEL_1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
const CONFIG_KEY = "[-._a-zA-Z0-9]+";
const WILDCARD = `\\*\\.${SUBDOMAIN}`;
const HEADER = "[-A-Za-z0-9]+";
const ENVIRONMENT = "[-._a-zA-Z][-._a-zA-Z0-9]*";
const SEARCH_LABEL = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const SEARCH_DOMAIN = `${SEARCH_LABEL}(\\.${SEARCH_LABEL})*`;

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
const labelPattern = whole(LABEL);
const label1035Pattern = whole(LABEL_1035);
const configKeyPattern = whole(CONFIG_KEY);
const wildcardPattern = whole(WILDCARD);
const headerPattern = whole(HEADER);
const environmentPattern = whole(ENVIRONMENT);
const searchPattern = whole(SEARCH_DOMAIN);

/** A DNS label according to RFC 1123, at most 63 characters. */
export const checkLabel = (value: string): string[] =>
  checkText(value, labelPattern, 63, () =>
    patternMessage(
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
      LABEL,
      "my-name",
      "123-abc",
    ),
  );

/** A DNS label according to RFC 1035: starts with a letter. */
export const checkLabel1035 = (value: string): string[] =>
  checkText(value, label1035Pattern, 63, () =>
    patternMessage(
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
      LABEL_1035,
      "my-name",
      "abc-123",
    ),
  );

/** A search domain of a resolver: a subdomain whose labels may contain underscores. */
export const checkSearchDomain = (value: string): string[] =>
  checkText(value, searchPattern, 253, () =>
    patternMessage(
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
      SEARCH_DOMAIN,
      "example.com",
    ),
  );

/** `*.` followed by a subdomain. */
export const checkWildcardSubdomain = (value: string): string[] =>
  checkText(value, wildcardPattern, 253, () =>
    patternMessage(
      "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
      WILDCARD,
      "*.example.com",
    ),
  );

/** A segment of a URL path. */
export function checkPathSegment(value: string): string[] {
  if (value === "." || value === "..") return [`may not be '${value}'`];
  return ["/", "%"].filter((character) => value.includes(character)).map((c) => `may not contain '${c}'`);
}

/** Like {@link checkPathSegment}, for a prefix of a name, which may be a dot. */
const checkPathSegmentPrefix = (value: string): string[] =>
  ["/", "%"].filter((character) => value.includes(character)).map((c) => `may not contain '${c}'`);

/** A key of a config map or a secret, which is used as a file name. */
export function checkConfigKey(value: string): string[] {
  const messages: string[] = [];
  if (byteLength(value) > 253) messages.push(lengthMessage(253));
  if (!configKeyPattern.test(value)) {
    messages.push(
      patternMessage(
        "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
        CONFIG_KEY,
        "key.name",
        "KEY_NAME",
        "key-name",
      ),
    );
  }
  return [...messages, ...checkNoParentPrefix(value)];
}

function checkNoParentPrefix(value: string): string[] {
  if (value === "." || value === "..") return [`must not be '${value}'`];
  return value.startsWith("..") ? ["must not start with '..'"] : [];
}

/** The name of an environment variable: printable ASCII without `=`. */
export function checkEnvironmentName(value: string): string[] {
  if (value === "") return [`environment variable name ${EMPTY_MESSAGE}`];
  return /^[ -<>-~]+$/.test(value)
    ? []
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

/** The same when the feature gate RelaxedEnvironmentVariableValidation is off: names that shells support. */
export const checkStrictEnvironmentName = (value: string): string[] => [
  ...(environmentPattern.test(value)
    ? []
    : [
        patternMessage(
          "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit",
          ENVIRONMENT,
          "my.env-name",
          "MY_ENV.NAME",
          "MyEnvName1",
        ),
      ]),
  ...checkNoParentPrefix(value),
];

/** An IANA service name, at most 15 characters. */
export function checkPortName(value: string): string[] {
  const messages: string[] = [];
  if (byteLength(value) > 15) messages.push(lengthMessage(15));
  if (!/^[-a-z0-9]+$/.test(value)) {
    messages.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  }
  if (!/[a-z]/.test(value)) messages.push("must contain at least one letter (a-z)");
  if (value.includes("--")) messages.push("must not contain consecutive hyphens");
  if (value !== "" && (value.startsWith("-") || value.endsWith("-"))) {
    messages.push("must not begin or end with a hyphen");
  }
  return messages;
}

/** The name of an HTTP header. */
export const checkHeaderName = (value: string): string[] =>
  headerPattern.test(value)
    ? []
    : [patternMessage("a valid HTTP header must consist of alphanumeric characters or '-'", HEADER, "X-Header-Name")];

/** Formats of `metadata.name`; `any` accepts every name. */
export type NameFormat = "subdomain" | "label" | "label1035" | "pathSegment" | "address" | "any";

/** A custom check of names. @param prefix as for {@link checkName} */
export type NameCheck = (value: string, prefix: boolean) => string[];

const FORMATS: Readonly<Record<NameFormat, (value: string) => string[]>> = {
  subdomain: checkSubdomain,
  label: checkLabel,
  label1035: checkLabel1035,
  pathSegment: checkPathSegment,
  address: (value) => {
    const messages = checkAddressName(value);
    return messages.length > 0 ? messages : checkPathSegment(value);
  },
  any: () => [],
};

/**
 * Checks a name by its format, or by a check of the kind's own.
 * @param prefix whether the value is a `generateName`: characters will be appended, so it may end with a dash
 */
export function checkName(format: NameFormat | NameCheck, value: string, prefix = false): string[] {
  if (typeof format === "function") return format(value, prefix);
  if (!prefix || format === "address") return FORMATS[format](value);
  if (format === "pathSegment") return checkPathSegmentPrefix(value);
  const masked = value.length > 1 && value.endsWith("-") ? `${value.slice(0, -2)}a` : value;
  return FORMATS[format](masked);
}

/** One `invalid` error for each message of a check. */
export const invalidBy = (path: string, value: string, messages: readonly string[]): FieldError[] =>
  messages.map((message) => invalid(path, value, message));
