import { type Alias, type Document, isAlias, isCollection, isNode, isPair, isScalar, type Node } from "yaml";
import { YamlSyntaxError } from "./yamlError.ts";

/**
 * The target of each alias of a document: the last node before it with its anchor. All are found in one walk, whereas
 * the library would walk the document for each.
 *
 * @throws YamlSyntaxError for an alias of a missing anchor
 */
export function resolveAliases(document: Document.Parsed): ReadonlyMap<Alias, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  const walk = (node: unknown): void => {
    if (isPair(node)) {
      walk(node.key);
      walk(node.value);
      return;
    }
    if (!isNode(node)) return;
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target === undefined) throw new YamlSyntaxError(`yaml: unknown anchor '${node.source}' referenced`);
      targets.set(node, target);
      return;
    }
    if ((isScalar(node) || isCollection(node)) && node.anchor !== undefined) anchors.set(node.anchor, node);
    if (isCollection(node)) for (const item of node.items) walk(item);
  };
  walk(document.contents);
  return targets;
}

/** Fewer nodes below aliases than this are always allowed. */
const FREE_ALIASES = 100;
const FREE_NODES = 1000;
/**
 * For documents with fewer nodes than the lower number, nearly all nodes may come from aliases; from the upper number
 * on, a tenth.
 */
const FEW_NODES = 400_000;
const MANY_NODES = 4_000_000;
/** Maximum number of characters of texts below aliases: several times the longest body. */
const MAX_ALIASED_TEXT = 8 * 1024 * 1024;

/** Counts the nodes that aliases multiply, and limits them by the rule of the reference's library. */
export class AliasBudget {
  #nodes = 0;
  #aliased = 0;
  #text = 0;
  /** The number of aliases that the walk is inside of. */
  depth = 0;

  /** Counts a node. @throws YamlSyntaxError when too much of the document comes from aliases */
  spend(node: unknown): void {
    this.#nodes += 1;
    if (this.depth === 0) return;
    this.#aliased += 1;
    if (isScalar(node) && typeof node.value === "string") this.#text += node.value.length;
    const tooMany =
      this.#aliased > FREE_ALIASES && this.#nodes > FREE_NODES && this.#aliased / this.#nodes > allowed(this.#nodes);
    if (tooMany || this.#text > MAX_ALIASED_TEXT) {
      throw new YamlSyntaxError("yaml: document contains excessive aliasing");
    }
  }
}

/** The fraction of the given number of nodes that may come from aliases. */
function allowed(nodes: number): number {
  if (nodes <= FEW_NODES) return 0.99;
  if (nodes >= MANY_NODES) return 0.1;
  return 0.99 - 0.89 * ((nodes - FEW_NODES) / (MANY_NODES - FEW_NODES));
}
