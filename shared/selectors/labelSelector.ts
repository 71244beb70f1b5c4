import { aggregateText } from "../text/aggregateText.ts";
import { checkLabelValue, checkQualifiedName } from "../text/qualifiedName.ts";
import { quoted } from "../text/quoted.ts";

/** Label selectors: the text form of the query parameter and the structured form of objects, one matcher for both. */

export type Operator = "In" | "NotIn" | "Exists" | "DoesNotExist" | "Gt" | "Lt";

export interface Requirement {
  readonly key: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

/** All requirements must be met; an empty list matches everything. */
export type LabelSelector = readonly Requirement[];

export interface StructuredSelector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}

/** Thrown for text that is not a selector; `message` has the reference's wording. */
export class SelectorError extends Error {}

const INTEGER = /^[+-]?\d+$/;

/** The token at the end of a text. */
const END = "";
/** Tokens other than words. Words are separated by symbols and blanks. */
const SYMBOLS: ReadonlySet<string> = new Set(["==", "!=", "=", "!", "<", ">", "(", ")", ","]);
const BLANKS = " \t\r\n";
const [BLANK, SYMBOL] = [1, 2];
/** The class of each ASCII character, by code: BLANK, SYMBOL, or 0 for part of a word. */
const classes = new Uint8Array(0x80);
for (const blank of BLANKS) classes[blank.charCodeAt(0)] = BLANK;
for (const symbol of SYMBOLS) classes[symbol.charCodeAt(0)] = SYMBOL;

/** Splits a text into words and symbols, followed by {@link END}. */
function tokenize(text: string): string[] {
  const tokens: string[] = [];
  for (let at = 0; at < text.length; ) {
    const start = at++;
    const first = classes[text.charCodeAt(start)];
    if (first === BLANK) continue;
    if (first === SYMBOL) {
      const two = text[at] === "=" ? text.slice(start, at + 1) : "";
      if (SYMBOLS.has(two)) at += 1;
      tokens.push(text.slice(start, at));
      continue;
    }
    while (at < text.length && !classes[text.charCodeAt(at)]) at += 1;
    tokens.push(text.slice(start, at));
  }
  tokens.push(END);
  return tokens;
}

const isWord = (token: string): boolean => token !== END && !SYMBOLS.has(token);

/**
 * Parses the text form: `app=web,tier in (a, b),!legacy,size>3`. The values of a set are in order, each once.
 * @throws SelectorError
 */
export function parseLabelSelector(text: string): LabelSelector {
  const tokens = tokenize(text);
  let at = 0;
  const peek = (): string => tokens[at] ?? END;
  const take = (): string => tokens[at++] ?? END;
  const fail = (found: string, expected: string): never => {
    throw new SelectorError(`found '${found}', expected: ${expected}`);
  };
  /** The error for a wrong token inside a requirement, where the reference adds this prefix to the message. */
  const failInside = (found: string, expected: string): never => {
    throw new SelectorError(`unable to parse requirement: found '${found}', expected: ${expected}`);
  };
  const requirements: Requirement[] = [];
  if (peek() === END) return requirements;
  for (;;) {
    const first = peek();
    if (!isWord(first) && first !== "!") fail(first, "!, identifier, or 'end of string'");
    requirements.push(readRequirement());
    const next = take();
    if (next === END) break;
    if (next !== ",") fail(next, "',' or 'end of string'");
    const following = peek();
    if (!isWord(following) && following !== "!") fail(following, "identifier after ','");
  }
  return requirements.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));

  function readRequirement(): Requirement {
    const negated = peek() === "!";
    if (negated) take();
    const word = take();
    if (!isWord(word)) failInside(word, "identifier");
    const key = checkKey(word);
    const following = peek();
    if (negated) return { key, operator: "DoesNotExist", values: [] };
    if (following === END || following === ",") return { key, operator: "Exists", values: [] };
    take();
    switch (following) {
      case "=":
      case "==":
        return checked({ key, operator: "In", values: [readExact()] });
      case "!=":
        return checked({ key, operator: "NotIn", values: [readExact()] });
      case "<":
      case ">":
        return checked({ key, operator: following === "<" ? "Lt" : "Gt", values: [readExact()] });
      case "in":
      case "notin":
        return checked({ key, operator: following === "in" ? "In" : "NotIn", values: readSet() });
      default:
        return failInside(following, "in, notin, =, ==, !=, gt, lt");
    }
  }

  function readExact(): string {
    const token = peek();
    if (token === END || token === ",") return "";
    take();
    if (!isWord(token)) failInside(token, "identifier");
    return token;
  }

  /** Reads the values between parentheses; a missing value beside a comma is the empty value. */
  function readSet(): string[] {
    const open = take();
    if (open !== "(") throw new SelectorError(`unable to parse requirement: found '${open}' expected: '('`);
    const first = peek();
    if (!isWord(first) && first !== "," && first !== ")") failInside(first, "',', ')' or identifier");
    const values = new Set<string>(first === ")" ? [""] : []);
    while (peek() !== ")") {
      const token = take();
      const next = peek();
      if (isWord(token)) {
        values.add(token);
        if (next !== "," && next !== ")") failInside(next, "',' or ')'");
      } else if (token === ",") {
        if (values.size === 0 || next === "," || next === ")") values.add("");
        if (next === ",") take();
      } else {
        failInside(token, "',', or identifier");
      }
    }
    take();
    return [...values].sort();
  }
}

function checkKey(key: string): string {
  const messages = checkQualifiedName(key);
  if (messages.length === 0) return key;
  throw new SelectorError(`unable to parse requirement: <nil>: Invalid value: ${quoted(key)}: ${messages.join("; ")}`);
}

const isInteger = (text: string): boolean => INTEGER.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

/** @throws SelectorError when values are not valid label values, or do not suit the operator */
function checked(requirement: Requirement): Requirement {
  const { key, operator, values } = requirement;
  const problems: string[] = [];
  values.forEach((value, i) => {
    if ((operator === "Gt" || operator === "Lt") && !isInteger(value)) {
      const detail = "for 'Gt', 'Lt' operators, the value must be an integer";
      problems.push(`values[${i}]: Invalid value: ${quoted(value)}: ${detail}`);
    }
    const messages = checkLabelValue(value);
    if (messages.length > 0) {
      problems.push(`values[${i}][${key}]: Invalid value: ${quoted(value)}: ${messages.join("; ")}`);
    }
  });
  if (problems.length > 0) throw new SelectorError(`unable to parse requirement: ${aggregateText(problems)}`);
  return requirement;
}

/** Converts the structured form; omits unknown operators, which validation has already rejected. */
export function fromStructured(selector: StructuredSelector): LabelSelector {
  const requirements: Requirement[] = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => ({
    key,
    operator: "In",
    values: [value],
  }));
  for (const { key, operator, values } of selector.matchExpressions ?? []) {
    if (operator === "In" || operator === "NotIn" || operator === "Exists" || operator === "DoesNotExist") {
      requirements.push({ key, operator, values: values ?? [] });
    }
  }
  return requirements;
}

/** Whether labels satisfy every requirement. NotIn and `!=` also match objects without the label. */
export function matchesLabels(selector: LabelSelector, labels: Readonly<Record<string, string>> | undefined): boolean {
  return selector.every((requirement) => {
    const { key } = requirement;
    return holds(requirement, labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined);
  });
}

function holds({ operator, values }: Requirement, value: string | undefined): boolean {
  switch (operator) {
    case "In":
      return value !== undefined && isAmong(values, value);
    case "NotIn":
      return value === undefined || !isAmong(values, value);
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    case "Gt":
      return value !== undefined && INTEGER.test(value) && BigInt(value) > BigInt(values[0] ?? "0");
    case "Lt":
      return value !== undefined && INTEGER.test(value) && BigInt(value) < BigInt(values[0] ?? "0");
  }
}

/** Requirements with more values use a set, which is created when the first object is checked. */
const FEW_VALUES = 16;
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function isAmong(values: readonly string[], value: string): boolean {
  if (values.length <= FEW_VALUES) return values.includes(value);
  let set = sets.get(values);
  if (set === undefined) {
    set = new Set(values);
    sets.set(values, set);
  }
  return set.has(value);
}
