import { dirname, isAbsolute, resolve } from "node:path";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { type Entry, textOf, textsOf } from "../../../access/kubeconfig/contexts.ts";
import { ClusterError } from "../cluster.ts";

/** A credential plugin from a kubeconfig's user, validated. */
export interface ExecConfig {
  /** A name to look for in PATH, or an absolute path. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly apiVersion: string;
  readonly installHint: string;
  readonly provideClusterInfo: boolean;
  /** Base folder of a relative command: the kubeconfig's folder. */
  readonly folder: string | undefined;
}

/** Supported versions of the exchange, newest first. */
const VERSIONS = ["v1", "v1beta1"];

/** For example `client.authentication.k8s.io/v1`. */
const execApiVersion = (vocabulary: Vocabulary, version: string): string =>
  `${vocabulary.render("client.authentication.{domain}")}/${version}`;

/**
 * Parses a user's `exec` member.
 * @throws ClusterError when it cannot be run: another version, or one that requires a terminal
 */
export function readExecConfig(user: Entry, vocabulary: Vocabulary): ExecConfig {
  const exec = user.fields["exec"] as Readonly<Record<string, unknown>>;
  const command = textOf(exec["command"]);
  const apiVersion = textOf(exec["apiVersion"]);
  const known = VERSIONS.map((version) => execApiVersion(vocabulary, version));
  if (command === "") throw new ClusterError(`User ${JSON.stringify(user.name)} has an exec plugin without a command.`);
  if (!known.includes(apiVersion)) {
    throw new ClusterError(
      `The exec plugin ${command} speaks ${apiVersion || "no stated version"}; Orrery speaks ${known.join(" and ")}. Update the plugin and its entry in the kubeconfig.`,
    );
  }
  const mode = textOf(exec["interactiveMode"]) || "IfAvailable";
  if (mode === "Always") {
    throw new ClusterError(
      `The exec plugin ${command} insists on a terminal (interactiveMode: Always), which Orrery has not. Sign in with it in a terminal and use a mode that does without.`,
    );
  }
  const hasFolder = command.includes("/") || command.includes("\\");
  const isRelative = hasFolder && !isAbsolute(command);
  return {
    command: isRelative && user.folder !== undefined ? resolve(user.folder, command) : command,
    args: textsOf(exec["args"]),
    env: readEnvironment(exec["env"]),
    apiVersion,
    installHint: textOf(exec["installHint"]),
    provideClusterInfo: exec["provideClusterInfo"] === true,
    folder: user.folder ?? (isAbsolute(command) ? dirname(command) : undefined),
  };
}

function readEnvironment(list: unknown): Record<string, string> {
  if (!Array.isArray(list)) return {};
  return Object.fromEntries(
    (list as ({ name?: unknown; value?: unknown } | null)[])
      .map((item) => [textOf(item?.name), textOf(item?.value)] as const)
      .filter(([name]) => name !== ""),
  );
}
