import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap } from "yaml";
import type { JsonNumber } from "../../../../shared/json/jsonNumber.ts";
import { isMergeKey } from "../../../../shared/yaml/repeatedKeys.ts";
import { AliasBudget, resolveAliases } from "./aliases.ts";
import type { Composed } from "./composeDocument.ts";
import { YamlSyntaxError } from "./yamlError.ts";

type JsonRecord = Record<string, unknown>;
type ReadInteger = (text: string) => number | bigint | JsonNumber;

/**
 * Converts a YAML document to a JSON value. Each node is visited once, and once more for each alias of it.
 *
 * @param readInteger converts an integer's text, where integers are read as bigints
 * @throws YamlSyntaxError for aliases of missing anchors or of themselves, for too many aliases, and for values without
 * a JSON equivalent
 */
export function documentValue({ document }: Composed, readInteger: ReadInteger): unknown {
  const targets = resolveAliases(document);
  const budget = new AliasBudget();
  const open = new Set<Alias>();

  const value = (node: unknown): unknown => {
    budget.spend(node);
    if (isAlias(node)) return within(node, value);
    if (isScalar(node)) return scalar(node);
    if (isSeq(node)) return node.items.map(value);
    return isMap(node) ? members(node) : null;
  };

  /** Visits the target of an alias. */
  const within = <T>(alias: Alias, look: (target: Node) => T): T => {
    if (open.has(alias)) throw new YamlSyntaxError(`yaml: anchor '${alias.source}' value contains itself`);
    open.add(alias);
    budget.depth += 1;
    const result = look(targets.get(alias) as Node);
    budget.depth -= 1;
    open.delete(alias);
    return result;
  };

  const scalar = (node: Scalar): unknown => {
    const content = node.value;
    if (typeof content === "bigint") return readInteger(String(content));
    if (typeof content === "number" && !Number.isFinite(content)) {
      // For the reference's library, a number out of range is a text.
      if (/\d/.test(node.source ?? "")) return node.source;
      const name = Number.isNaN(content) ? "NaN" : content > 0 ? "+Inf" : "-Inf";
      throw new YamlSyntaxError(`json: unsupported value: ${name}`);
    }
    return typeof content === "symbol" ? content.description : content;
  };

  const members = (map: YAMLMap): JsonRecord => {
    const result: JsonRecord = {};
    for (const pair of map.items) {
      if (isMergeKey(pair.key)) merge(result, pair.value);
      else setMember(result, keyText(pair), value(pair.value));
    }
    return result;
  };

  const keyText = ({ key }: Pair): string => {
    const content = value(key);
    if (typeof content === "object" && content !== null && isCollectionKey(key)) {
      throw new YamlSyntaxError(`yaml: invalid map key: ${Array.isArray(content) ? "a list" : "a map"}`);
    }
    if (content === null) return "";
    return typeof content === "object" ? (content as JsonNumber).text : String(content);
  };

  const isCollectionKey = (key: unknown): boolean => !isScalar(isAlias(key) ? targets.get(key) : key);

  /** Adds the missing members of a map, or of each map in a list. */
  const merge = (into: JsonRecord, source: unknown): void => {
    budget.spend(source);
    if (isAlias(source)) within(source, (target) => merge(into, target));
    else if (isSeq(source)) for (const item of source.items) mergeMap(into, item);
    else mergeMap(into, source);
  };

  const mergeMap = (into: JsonRecord, source: unknown): void => {
    if (isAlias(source)) {
      within(source, (target) => mergeMap(into, target));
      return;
    }
    if (!isMap(source)) throw new YamlSyntaxError("yaml: map merge requires map or sequence of maps as the value");
    for (const [name, member] of Object.entries(members(source))) {
      if (!Object.hasOwn(into, name)) setMember(into, name, member);
    }
  };

  return value(document.contents);
}

function setMember(object: JsonRecord, name: string, value: unknown): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}
