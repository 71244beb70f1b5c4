import { compareVersions } from "../../registry/versionOrder.ts";
import type { Definition, DefinitionVersion } from "../definition.ts";

/**
 * The warning for requests to a deprecated version: the text in the definition, or a default that names the version to
 * use; undefined for versions that are not deprecated.
 *
 * @example deprecationWarning(definition, v1beta1) // "example.com/v1beta1 Widget is deprecated; use example.com/v1 Widget"
 */
export function deprecationWarning({ spec }: Pick<Definition, "spec">, version: DefinitionVersion): string | undefined {
  if (version.deprecated !== true) return undefined;
  if (version.deprecationWarning !== undefined) return version.deprecationWarning;
  const nameOf = (name: string): string => `${spec.group}/${name} ${spec.names.kind}`;
  const [best] = spec.versions
    .filter(({ served, deprecated }) => served && deprecated !== true)
    .map(({ name }) => name)
    .filter((name) => compareVersions(name, version.name) < 0)
    .sort(compareVersions);
  const advice = best === undefined ? "" : `; use ${nameOf(best)}`;
  return `${nameOf(version.name)} is deprecated${advice}`;
}
