/** Label selectors: the text form of the query parameter and the structured form of objects, one matcher for both. */

export type Operator = "In" | "NotIn" | "Exists" | "DoesNotExist" | "Gt" | "Lt";

export interface Requirement {
  readonly key: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

/** All requirements must hold; an empty list selects everything. */
export type LabelSelector = readonly Requirement[];

export interface StructuredSelector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}

/** Thrown for text that is no selector; `message` is the reference's wording. */
export class SelectorError extends Error {}

const NAME = /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)$/;
const VALUE = /^(([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?)$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

const INTEGER = /^[+-]?\d+$/;

const KEY_RULE =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const VALUE_RULE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

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
  /** Inside a requirement the reference says so first. */
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
    if (peek().type === "end") fail("", "identifier after ','");
    if (peek().text === ",") fail(",", "identifier after ','");
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
        return { key, operator: "In", values: [checkValue(key, readExact())] };
      case "!=":
        return { key, operator: "NotIn", values: [checkValue(key, readExact())] };
      case "<":
      case ">": {
        const value = readExact();
        if (!INTEGER.test(value)) {
          throw new SelectorError(
            `unable to parse requirement: values[0][${key}]: Invalid value: "${value}": for 'Gt', 'Lt' operators, the value must be an integer`,
          );
        }
        return { key, operator: following.text === "<" ? "Lt" : "Gt", values: [value] };
      }
      case "in":
      case "notin":
        return {
          key,
          operator: following.text === "in" ? "In" : "NotIn",
          values: readSet().map((value) => checkValue(key, value)),
        };
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

  function readSet(): string[] {
    if (take().text !== "(")
      throw new SelectorError(`unable to parse requirement: found '${tokens[at - 1]?.text ?? ""}' expected: '('`);
    const values: string[] = [];
    if (peek().text === ")") {
      take();
      return [""];
    }
    for (;;) {
      const token = take();
      if (token.type === "word") {
        values.push(token.text);
        const separator = take();
        if (separator.text === ")") return values;
        if (separator.text !== ",") failInside(separator.text, "',' or ')'");
        if (peek().text === ")") values.push("");
      } else if (token.text === ",") {
        values.push("");
      } else if (token.text === ")") {
        return values;
      } else {
        failInside(token.text, "',', ')' or identifier");
      }
    }
  }
}

function checkKey(key: string): string {
  const slash = key.indexOf("/");
  const prefix = slash < 0 ? undefined : key.slice(0, slash);
  const name = slash < 0 ? key : key.slice(slash + 1);
  if (prefix !== undefined && !SUBDOMAIN.test(prefix)) {
    throw new SelectorError(
      `unable to parse requirement: <nil>: Invalid value: ${JSON.stringify(key)}: prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    );
  }
  if (name.length > 63) {
    throw new SelectorError(
      `unable to parse requirement: <nil>: Invalid value: ${JSON.stringify(key)}: name part must be no more than 63 bytes`,
    );
  }
  if (!NAME.test(name))
    throw new SelectorError(`unable to parse requirement: <nil>: Invalid value: ${JSON.stringify(key)}: ${KEY_RULE}`);
  return key;
}

function checkValue(key: string, value: string): string {
  if (value.length > 63) {
    throw new SelectorError(
      `unable to parse requirement: values[0][${key}]: Invalid value: ${JSON.stringify(value)}: must be no more than 63 bytes`,
    );
  }
  if (!VALUE.test(value)) {
    throw new SelectorError(
      `unable to parse requirement: values[0][${key}]: Invalid value: ${JSON.stringify(value)}: ${VALUE_RULE}`,
    );
  }
  return value;
}

/** The structured form; unknown operators are left out (they were refused by validation). */
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
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
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
