import type { Vocabulary } from "../../../shared/vocabulary.ts";

/** Name of a built-in definition in OpenAPI documents: `api.core.v1.Pod` to `io.k8s.api.core.v1.Pod`. */
export function publishedName(vocabulary: Vocabulary, definition: string): string {
  return `${reverseDomain(vocabulary.domain)}.${vocabulary.render(definition)}`;
}

/**
 * Name of a custom kind's definition: its group's domain reversed, version, kind.
 *
 * @example customName("stable.example.com", "v1", "CronTab") // "com.example.stable.v1.CronTab"
 */
export function customName(group: string, version: string, kind: string): string {
  return `${reverseDomain(group)}.${version}.${kind}`;
}

const reverseDomain = (domain: string): string => domain.split(".").reverse().join(".");
