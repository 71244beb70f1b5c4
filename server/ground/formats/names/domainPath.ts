import { type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { patternMessage } from "../../../../shared/text/regexText.ts";
import { invalidBy } from "./names.ts";

/** The characters that an HTTP path may contain. */
const PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
const pathPattern = new RegExp(`^${PATH}$`);

/** A domain, a slash, and a path: the format of names of controllers and similar things (`acme.io/foo`). */
export function validateDomainPrefixedPath(text: string, path: string): FieldError[] {
  if (text === "") return [required(path)];
  const slash = text.indexOf("/");
  const [domain, rest] = [text.slice(0, Math.max(slash, 0)), text.slice(slash + 1)];
  if (domain === "" || rest === "") {
    return [invalid(path, text, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  const errors = invalidBy(path, domain, checkSubdomain(domain));
  if (!pathPattern.test(rest)) errors.push(invalid(path, rest, patternMessage("Invalid path", PATH)));
  return errors;
}
