import type { Vocabulary } from "../../../../shared/vocabulary.ts";

/** A character that marks definitions other than built-in ones: their names are published unchanged. */
const CUSTOM = "/";

/**
 * The name of a definition in OpenAPI documents.
 *
 * @example publishedName(vocabulary, "api.core.v1.Pod") // "io.k8s.api.core.v1.Pod"
 * @example publishedName(vocabulary, customName("stable.example.com", "v1", "CronTab")) //
 * "com.example.stable.v1.CronTab"
 */
export function publishedName(vocabulary: Vocabulary, definition: string): string {
  if (definition.startsWith(CUSTOM)) return definition.slice(CUSTOM.length);
  return `${reverseDomain(vocabulary.domain)}.${vocabulary.render(definition)}`;
}

/**
 * The definition name of a custom kind: its group's domain reversed, version, kind. It never equals the name of a
 * built-in definition, whatever the group.
 */
export function customName(group: string, version: string, kind: string): string {
  return `${CUSTOM}${reverseDomain(group)}.${version}.${kind}`;
}

const reverseDomain = (domain: string): string => domain.split(".").reverse().join(".");
