/** Finds confidential content in values, manifests and notes: values whose key suggests a secret. */
import { HIDDEN } from "../../../shared/secrets/hidden.ts";
import { splitDocuments } from "../../editor/manifests/documents.ts";
import { isFields } from "../../resources/kinds/read.ts";
import { hideSecretsInText } from "../../secrets/hideSecretsInText.ts";

const CONFIDENTIAL_KEY =
  /passw(?:or)?d|passphrase|passcode|pwd$|secret|token|credential|(?:api|access|private|encryption|signing|master|account)[-_.]?key|dsn$|htpasswd/i;
/** "pass" as a separate word means a password. */
const PASS = /(?:^|[-_.])pass$|_PASS$|[a-z0-9]Pass$/;
/** Keys that refer to a secret or configure its handling, but do not contain one. */
const NAMES_ONLY =
  /(?:name|ref|kind|type|path|file|url|class|enabled|create|keys?names?|namespace|annotations|labels|mount|seconds|ttl|length)$|^(?:existing|use|create|automount|enable)|secretkey$/i;

/** Whether the value of a key is likely to be a secret. */
export const isConfidentialKey = (key: string): boolean =>
  (CONFIDENTIAL_KEY.test(key) || PASS.test(key)) && !NAMES_ONLY.test(key);

/** Whether a text is recognisable as a private key, or as an address with a password. */
const isConfidentialText = (text: string): boolean =>
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text) || /:\/\/[^\s/:@]*:[^\s/@]+@/.test(text);

const isSecretScalar = (value: unknown): boolean =>
  (typeof value === "string" && value !== "") || typeof value === "number" || typeof value === "bigint";

/**
 * The values, with a placeholder for each that is likely to be a secret.
 * @returns the same object when there is none
 */
export function concealValues<T>(value: T): T {
  return conceal(value, "", false) as T;
}

function conceal(value: unknown, key: string, isInside: boolean): unknown {
  const isConfidential = isInside || isConfidentialKey(key);
  if (Array.isArray(value)) {
    const items = value.map((item) => (isNamed(item) ? concealNamed(item) : conceal(item, "", isConfidential)));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  if (isFields(value)) {
    let isChanged = false;
    const entries = Object.entries(value).map(([name, member]) => {
      const shown = conceal(member, name, isConfidential && !NAMES_ONLY.test(name));
      isChanged ||= shown !== member;
      return [name, shown];
    });
    return isChanged ? Object.fromEntries(entries) : value;
  }
  if (isConfidential && isSecretScalar(value)) return HIDDEN;
  return typeof value === "string" && isConfidentialText(value) ? HIDDEN : value;
}

/** Environment variables: their name, rather than the key, shows what the value is. */
const isNamed = (item: unknown): item is { name: string; value: unknown } =>
  isFields(item) && typeof item["name"] === "string" && isSecretScalar(item["value"]);

const concealNamed = (item: { name: string; value: unknown }): unknown =>
  conceal(item.value, item.name, false) === item.value ? item : { ...item, value: HIDDEN };

/** A line that begins a member, possibly as the first one of a list item: indentation, key, value. */
const MEMBER = /^(\s*(?:- +)*)(["']?)([\w.\-/]+)\2:(?:\s+(\S.*))?$/;

/** A manifest without the values of Secrets, and without the values of keys that suggest secrets. Takes linear time. */
export function concealManifest(manifest: string): string {
  const hidden = splitDocuments(manifest).map((part) => concealLines(withoutSecrets(part)));
  return hidden.join("\n---").replace(/^\n(?=---)/, "");
}

/** Serialises a Secret again, after its leading comments. */
function withoutSecrets(part: string): string {
  const shown = hideSecretsInText(part);
  if (shown === part) return part;
  return `${/^(?:\s*#.*)*/.exec(part)?.[0] ?? ""}\n${shown.trimEnd()}`;
}

function concealLines(text: string): string {
  const lines: string[] = [];
  let named = "";
  /** Lines with a larger indentation than this belong to a hidden value. */
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (const line of text.split("\n")) {
    const [, lead = "", , key = "", value = ""] = MEMBER.exec(line) ?? [];
    const indent = line.search(/\S/);
    if (indent > hiddenBelow) continue;
    if (indent >= 0) hiddenBelow = Number.POSITIVE_INFINITY;
    const isOfSecret = isConfidentialKey(key) || (key === "value" && isConfidentialKey(named));
    if (key === "name") named = value.replace(/^["']|["']$/g, "");
    if (isOfSecret && value !== "" && !/^(?:[{["']?[}\]"']?|true|false|null|~)$/.test(value)) {
      lines.push(`${line.slice(0, line.indexOf(":", lead.length + key.length))}: ${HIDDEN}`);
      if (/^[|>]/.test(value)) hiddenBelow = lead.length;
    } else lines.push(isConfidentialText(line) ? `${line.slice(0, Math.max(0, indent))}${HIDDEN}` : line);
  }
  return lines.join("\n");
}

/** The concealed values of a tree, which must not appear in other texts either. */
function* secretsIn(value: unknown, concealed: unknown): Generator<string> {
  if (value === concealed) return;
  if (concealed === HIDDEN) yield String(value);
  else if (Array.isArray(value) && Array.isArray(concealed)) {
    for (const [i, item] of value.entries()) yield* secretsIn(item, concealed[i]);
  } else if (isFields(value) && isFields(concealed)) {
    for (const [name, member] of Object.entries(value)) yield* secretsIn(member, concealed[name]);
  }
}

/** Secrets shorter than this could be ordinary words. */
const SHORTEST = 4;
/** Maximum number of secrets to search for in a text. */
const MAX_SECRETS = 200;

/**
 * A text without the secrets among its release's values, if it repeats them as separate words.
 * @param values all values of the release
 */
export function concealMentions(text: string, values: unknown): string {
  const secrets = [...new Set(secretsIn(values, concealValues(values)))]
    .filter((secret) => secret.length >= SHORTEST && text.includes(secret))
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_SECRETS);
  return secrets.reduce((shown, secret) => replaceWord(shown, secret), text);
}

const isWordCharacter = (character: string | undefined): boolean => character !== undefined && /\w/.test(character);

function replaceWord(text: string, word: string): string {
  let shown = "";
  let from = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (isWordCharacter(text[at - 1]) || isWordCharacter(text[at + word.length])) continue;
    shown += text.slice(from, at) + HIDDEN;
    from = at + word.length;
  }
  return shown + text.slice(from);
}
