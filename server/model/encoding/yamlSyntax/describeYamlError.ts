import { YamlProblem } from "./yamlCursor.ts";
import { type Token, type TokenType, YamlScanner } from "./yamlScanner.ts";

/**
 * Describes the error in the first document of a malformed YAML text in the words that clients know, such as `yaml:
 * line 2: did not find expected ',' or ']'`. It is only called after parsing has failed, so it may be slow.
 *
 * @returns undefined for a text in which the reference's library finds no error
 */
export function describeYamlError(text: string): string | undefined {
  try {
    parseDocument(new YamlScanner(text));
    return undefined;
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error;
    return `yaml: ${positionText(error)}${error.message}`;
  }
}

/**
 * The line number in the reference's message. For tokens, it is that of the line before, because lines count from 0;
 * the first line is not mentioned.
 */
function positionText({ mark, contextLine, lexical }: YamlProblem): string {
  const line = mark.line === 0 ? contextLine : mark.line + (lexical ? 1 : 0);
  return line === 0 ? "" : `line ${line}: `;
}

function parseDocument(scanner: YamlScanner): void {
  while (scanner.peek().type === "documentEnd") scanner.next();
  if (scanner.peek().type === "streamEnd") return;
  let explicit = false;
  while (scanner.peek().type === "directive") {
    explicit = true;
    scanner.next();
  }
  if (scanner.peek().type === "documentStart") scanner.next();
  else if (explicit) fail(scanner.peek(), "did not find expected <document start>");
  if (!is(scanner, "directive", "documentStart", "documentEnd", "streamEnd")) parseNode(scanner, true, false);
}

const is = (scanner: YamlScanner, ...types: readonly TokenType[]): boolean => types.includes(scanner.peek().type);

function fail(token: Token, problem: string, context = token): never {
  throw new YamlProblem(problem, token.mark, context.mark.line, false);
}

/** @param dashes whether a list is allowed here without indentation */
function parseNode(scanner: YamlScanner, block: boolean, dashes: boolean): void {
  const start = scanner.peek();
  const properties = is(scanner, "anchor", "tag");
  if (is(scanner, "anchor")) {
    scanner.next();
    if (is(scanner, "tag")) scanner.next();
  } else if (is(scanner, "tag")) {
    scanner.next();
    if (is(scanner, "anchor")) scanner.next();
  }
  const { type } = scanner.peek();
  if (type === "-" && dashes) parseDashes(scanner);
  else if (type === "scalar" || (type === "alias" && !properties)) scanner.next();
  else if (type === "[") parseFlow(scanner, "]", "did not find expected ',' or ']'");
  else if (type === "{") parseFlow(scanner, "}", "did not find expected ',' or '}'");
  else if (type === "blockSequence" && block) parseBlockSequence(scanner);
  else if (type === "blockMapping" && block) parseBlockMapping(scanner);
  else if (!properties) fail(scanner.peek(), "did not find expected node content", start);
}

function parseBlockSequence(scanner: YamlScanner): void {
  const start = scanner.peek();
  scanner.next();
  while (is(scanner, "-")) {
    scanner.next();
    if (!is(scanner, "-", "blockEnd")) parseNode(scanner, true, false);
  }
  if (!is(scanner, "blockEnd")) fail(scanner.peek(), "did not find expected '-' indicator", start);
  scanner.next();
}

function parseDashes(scanner: YamlScanner): void {
  while (is(scanner, "-")) {
    scanner.next();
    if (!is(scanner, "-", "key", "value", "blockEnd")) parseNode(scanner, true, false);
  }
}

function parseBlockMapping(scanner: YamlScanner): void {
  const start = scanner.peek();
  scanner.next();
  while (is(scanner, "key")) {
    scanner.next();
    if (!is(scanner, "key", "value", "blockEnd")) parseNode(scanner, true, true);
    if (!is(scanner, "value")) continue;
    scanner.next();
    if (!is(scanner, "key", "value", "blockEnd")) parseNode(scanner, true, true);
  }
  if (!is(scanner, "blockEnd")) fail(scanner.peek(), "did not find expected key", start);
  scanner.next();
}

function parseFlow(scanner: YamlScanner, end: "]" | "}", problem: string): void {
  const start = scanner.peek();
  scanner.next();
  for (let first = true; !is(scanner, end); first = false) {
    if (!first) {
      if (!is(scanner, ",")) fail(scanner.peek(), problem, start);
      scanner.next();
    }
    if (is(scanner, "key")) {
      scanner.next();
      if (!is(scanner, "value", ",", end)) parseNode(scanner, false, false);
      if (!is(scanner, "value")) continue;
      scanner.next();
      if (!is(scanner, ",", end)) parseNode(scanner, false, false);
    } else if (!is(scanner, end)) {
      parseNode(scanner, false, false);
    }
  }
  scanner.next();
}
