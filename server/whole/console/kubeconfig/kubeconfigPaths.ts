import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The files that `KUBECONFIG` lists, or else `~/.kube/config`. They need not exist. */
export function kubeconfigPaths(vocabulary: Vocabulary, environment: Environment, home = homedir()): string[] {
  const listed = (environment[`${vocabulary.prefix}config`.toUpperCase()] ?? "").split(delimiter);
  const paths = [...new Set(listed.filter((path) => path !== ""))];
  return paths.length > 0 ? paths : [join(home, `.${vocabulary.prefix}`, "config")];
}
