import { stringify } from "yaml";
import { parseJson } from "../../shared/json/parseJson.ts";
import { stringifyJson } from "../../shared/json/stringifyJson.ts";
import { HIDDEN } from "../../shared/secrets/hidden.ts";
import { type HideOptions, hideSecrets } from "../../shared/secrets/hideSecrets.ts";
import { mentionsSecrets } from "../../shared/secrets/mentionsSecrets.ts";
import { readYamlDocuments } from "../../shared/yaml/readYamlDocuments.ts";

/**
 * The text without confidential values, according to {@link hideSecrets}. Supports JSON, JSON lines (as in responses to
 * watches), and YAML documents. A text that cannot be parsed but mentions secrets is hidden as a whole.
 *
 * @returns the same text if there is nothing to hide; otherwise serialised again
 */
export function hideSecretsInText(text: string, options: HideOptions = {}): string {
  const mustRead = options.resource !== undefined && options.resource !== "";
  if (!mustRead && !mentionsSecrets(text)) return text;
  return inJson(text, options) ?? inLines(text, options) ?? inYaml(text, options) ?? HIDDEN;
}

function inJson(text: string, options: HideOptions): string | undefined {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return undefined;
  }
  const hidden = hideSecrets(value, options);
  if (hidden === value) return text;
  return stringifyJson(hidden, /^\s*[{[]\s*\n/.test(text) ? 2 : 0);
}

function inLines(text: string, options: HideOptions): string | undefined {
  if (!text.startsWith("{")) return undefined;
  const lines = text.split("\n").map((line) => (line.trim() === "" ? line : inJson(line, options)));
  return lines.includes(undefined) ? undefined : lines.join("\n");
}

function inYaml(text: string, options: HideOptions): string | undefined {
  const documents = readYamlDocuments(text);
  if (documents.some(({ errors }) => errors.length > 0)) return undefined;
  const values = documents.map((document) => document.toJS({ maxAliasCount: 100 }) as unknown);
  // In an unstructured text, the end of a secret cannot be found.
  if (!values.every((value) => typeof value === "object")) return undefined;
  const hidden = values.map((value) => hideSecrets(value, options));
  if (hidden.every((value, i) => value === values[i])) return text;
  return hidden.map((value) => stringify(value, { lineWidth: 0 })).join("---\n");
}
