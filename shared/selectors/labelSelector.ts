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

type Token = { readonly type: "word" | "op" | "end"; readonly text: string };

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\s*(==|!=|=|!|<|>|\(|\)|,|[^\s=!<>(),]+)/gy;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const symbol = match[1] ?? "";
    tokens.push({ type: /^[=!<>(),]/.test(symbol) ? "op" : "word", text: symbol });
  }
  tokens.push({ type: "end", text: "" });
  return tokens;
}

/**
 * Parses the text form: `app=web,tier in (a, b),!legacy,size>3`.
 * @throws SelectorError
 */
export function parseLabelSelector(text: string): LabelSelector {
  const tokens = tokenize(text);
  let at = 0;
  const peek = (): Token => tokens[at] ?? { type: "end", text: "" };
  const take = (): Token => {
    const token = peek();
    at += 1;
    return token;
  };
  const fail = (found: string, expected: string): never => {
    throw new SelectorError(`found '${found}', expected: ${expected}`);
  };
  /** Inside a requirement, the reference adds this prefix to the message. */
  const failInside = (found: string, expected: string): never => {
    throw new SelectorError(`unable to parse requirement: found '${found}', expected: ${expected}`);
  };
  const requirements: Requirement[] = [];
  if (peek().type === "end") return requirements;
  for (;;) {
    const first = peek();
    if (first.type === "op" && first.text !== "!") fail(first.text, "!, identifier, or 'end of string'");
    requirements.push(readRequirement());
    const next = take();
    if (next.type === "end") break;
    if (next.text !== ",") fail(next.text, "',' or 'end of string'");
    const following = peek();
    if (following.type !== "word" && following.text !== "!") fail(following.text, "identifier after ','");
  }
  return requirements.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));

  function readRequirement(): Requirement {
    let negated = false;
    if (peek().text === "!") {
      take();
      negated = true;
    }
    const keyToken = take();
    if (keyToken.type !== "word") failInside(keyToken.text, "identifier");
    const key = checkKey(keyToken.text);
    const following = peek();
    if (negated) return { key, operator: "DoesNotExist", values: [] };
    if (following.type === "end" || following.text === ",") return { key, operator: "Exists", values: [] };
    take();
    switch (following.text) {
      case "=":
      case "==":
        return checked({ key, operator: "In", values: [readExact()] });
      case "!=":
        return checked({ key, operator: "NotIn", values: [readExact()] });
      case "<":
      case ">":
        return checked({ key, operator: following.text === "<" ? "Lt" : "Gt", values: [readExact()] });
      case "in":
      case "notin":
        return checked({ key, operator: following.text === "in" ? "In" : "NotIn", values: readSet() });
      default:
        return failInside(following.text, "in, notin, =, ==, !=, gt, lt");
    }
  }

  function readExact(): string {
    const token = peek();
    if (token.type === "end" || token.text === ",") return "";
    take();
    if (token.type !== "word") failInside(token.text, "identifier");
    return token.text;
  }

  /**
   * The values between parentheses, each once and in order; a comma without a neighbouring value adds the empty value.
   */
  function readSet(): string[] {
    const open = take();
    if (open.text !== "(") throw new SelectorError(`unable to parse requirement: found '${open.text}' expected: '('`);
    const first = peek();
    if (first.type !== "word" && first.text !== "," && first.text !== ")") {
      failInside(first.text, "',', ')' or identifier");
    }
    const values = new Set<string>(first.text === ")" ? [""] : []);
    while (peek().text !== ")") {
      const token = take();
      if (token.type === "word") {
        values.add(token.text);
        const next = peek();
        if (next.text !== "," && next.text !== ")") failInside(next.text, "',' or ')'");
      } else if (token.text === ",") {
        const next = peek();
        if (values.size === 0 || next.text === "," || next.text === ")") values.add("");
        if (next.text === ",") take();
      } else {
        failInside(token.text, "',', or identifier");
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

/** Converts the structured form; leaves out unknown operators, which validation has refused. */
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

/** A requirement with more values uses a set, created for the first object that is checked. */
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
