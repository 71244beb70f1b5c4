/**
 * Every product-specific word a server speaks, derived from one word.
 *
 * Data (resource definitions, default roles, `.proto` defaults) is written with placeholders and rendered once when a
 * server is composed; code asks the accessors. No other file may spell such a word.
 *
 * | placeholder     | default vocabulary | `--vocabulary=orch` |
 * |-----------------|--------------------|---------------------|
 * | `{domain}`      | `k8s.io`           | `orch.io`           |
 * | `{labelDomain}` | `kubernetes.io`    | `orch.io`           |
 * | `{product}`     | `kubernetes`       | `orch`              |
 * | `{Product}`     | `Kubernetes`       | `Orch`              |
 * | `{prefix}`      | `kube`             | `orch`              |
 * | `{short}`       | `k8s`              | `orch`              |
 */
export interface Vocabulary {
  /** The product's name: `kubernetes` by default. */
  readonly word: string;
  /** Suffix of the API groups with a domain: `k8s.io`. */
  readonly domain: string;
  /** Domain of well-known labels, annotations, finalizers and signers: `kubernetes.io`. */
  readonly labelDomain: string;
  /** Prefix of reserved names: `kube` in `kube-system`. */
  readonly prefix: string;
  /** Short form of the product's name: `k8s`. Schema extensions (`x-kubernetes-…`) use the long form. */
  readonly short: string;
  /** Replaces the placeholders in a template; text without placeholders comes back unchanged. */
  render(template: string): string;
  /** Renders every string (keys and values) of a JSON value; returns the same value when nothing changes. */
  renderValue<T>(value: T): T;
  /**
   * Translates free text that was written in the default vocabulary (descriptions from the type package). Returns it
   * unchanged in the default vocabulary.
   */
  translate(text: string): string;
  /** The name `kube-system`. */
  readonly systemNamespace: string;
  /** The name `kube-public`. */
  readonly publicNamespace: string;
  /** The name `kube-node-lease`. */
  readonly nodeLeaseNamespace: string;
  /** `application/vnd.kubernetes.protobuf`. */
  readonly protobufMediaType: string;
  /** `meta.k8s.io`: the group of Table, PartialObjectMetadata, … */
  readonly metaGroup: string;
  /** `rbac.authorization.k8s.io`. */
  readonly rbacGroup: string;
  /** Prefix of OpenAPI extensions: `x-kubernetes-`. */
  readonly extensionPrefix: string;
}

const PLACEHOLDER = /\{(domain|labelDomain|product|Product|prefix|short)\}/g;

/** Words that stay unchanged in translated text, because they name a program rather than the product. */
const DEFAULT_WORD = "kubernetes";

/**
 * Builds the vocabulary for `word`.
 *
 * @param word a DNS label of letters and digits, starting with a letter, at most 20 characters
 * @throws RangeError when the word cannot be part of a DNS name
 * @example createVocabulary("orch").render("rbac.authorization.{domain}") // "rbac.authorization.orch.io"
 */
export function createVocabulary(word: string = DEFAULT_WORD): Vocabulary {
  if (!/^[a-z][a-z0-9]{0,19}$/.test(word)) {
    throw new RangeError(
      `vocabulary ${JSON.stringify(word)} must be 1 to 20 lower-case letters or digits and start with a letter`,
    );
  }
  const isDefault = word === DEFAULT_WORD;
  const words: Record<string, string> = {
    domain: isDefault ? "k8s.io" : `${word}.io`,
    labelDomain: `${word}.io`,
    product: word,
    Product: word[0]?.toUpperCase() + word.slice(1),
    prefix: isDefault ? "kube" : word,
    short: isDefault ? "k8s" : word,
  };
  const render = (template: string): string =>
    template.includes("{") ? template.replace(PLACEHOLDER, (_, key: string) => words[key] ?? "") : template;
  const translate = isDefault
    ? (text: string): string => text
    : (text: string): string =>
        text
          .replaceAll("k8s.io", render("{domain}"))
          .replaceAll("k8s", render("{short}"))
          .replaceAll("Kubernetes", render("{Product}"))
          .replaceAll("kubernetes", render("{product}"))
          .replaceAll("KUBERNETES", render("{product}").toUpperCase())
          .replaceAll("kube-", render("{prefix}-"))
          .replaceAll("Kube-", render("{Product}-"));
  return {
    word,
    domain: render("{domain}"),
    labelDomain: render("{labelDomain}"),
    prefix: render("{prefix}"),
    short: render("{short}"),
    render,
    renderValue: <T>(value: T): T => renderStrings(value, render) as T,
    translate,
    systemNamespace: render("{prefix}-system"),
    publicNamespace: render("{prefix}-public"),
    nodeLeaseNamespace: render("{prefix}-node-lease"),
    protobufMediaType: render("application/vnd.{product}.protobuf"),
    metaGroup: render("meta.{domain}"),
    rbacGroup: render("rbac.authorization.{domain}"),
    extensionPrefix: render("x-{product}-"),
  };
}

function renderStrings(value: unknown, render: (text: string) => string): unknown {
  if (typeof value === "string") return render(value);
  if (Array.isArray(value)) return value.map((item) => renderStrings(item, render));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [render(key), renderStrings(item, render)]));
}
