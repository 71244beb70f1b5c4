import type { ResourceLocator } from "../../../shared/resourcePath.ts";
import type { ViewAs } from "../../../shared/viewAs.ts";
import { asFlags, shellWord } from "../../requests/shellAccess.ts";
import type { PlainAction } from "./plannedAction.ts";

const WORDS: Partial<Record<PlainAction, string>> = {
  scale: "scale",
  restart: "rollout restart",
  pause: "rollout pause",
  unpause: "rollout resume",
  cordon: "cordon",
  uncordon: "uncordon",
};

/**
 * The kubectl command that does the same; undefined where there is none.
 * @param job of `trigger`: the name of the job
 */
export function commandLine(
  action: PlainAction,
  { resource, group, version, namespace = "", name = "" }: ResourceLocator,
  { replicas, job, viewAs }: { replicas?: number; job?: string | undefined; viewAs?: ViewAs | undefined },
): string | undefined {
  const line = (...words: string[]): string => lineOf(words, namespace, viewAs);
  const plain = group === "apps" || group === "batch" || group === "" ? resource : `${resource}.${version}.${group}`;
  if (action === "trigger") return line("create job", shellWord(job ?? ""), `--from=cronjob/${shellWord(name)}`);
  const words = WORDS[action];
  if (words === undefined) return undefined;
  if (resource === "nodes") return line(words, shellWord(name));
  const target = `${plain}/${shellWord(name)}`;
  return action === "scale" ? line(words, target, `--replicas=${replicas ?? 0}`) : line(words, target);
}

/** The kubectl command that drains a node. @param withLosses also pods that no controller creates anew, or whose data goes */
export const drainLine = (name: string, withLosses: boolean, viewAs?: ViewAs): string =>
  lineOf(
    ["drain", shellWord(name), "--ignore-daemonsets", ...(withLosses ? ["--delete-emptydir-data", "--force"] : [])],
    "",
    viewAs,
  );

/** The kubectl command that rolls a workload back. @param revision its number */
export const undoLine = (
  { resource, namespace = "", name = "" }: ResourceLocator,
  revision: number,
  viewAs?: ViewAs,
): string => lineOf(["rollout undo", `${resource}/${shellWord(name)}`, `--to-revision=${revision}`], namespace, viewAs);

function lineOf(words: readonly string[], namespace: string, viewAs: ViewAs | undefined): string {
  const where = namespace === "" ? [] : ["-n", namespace];
  return ["kubectl", ...words, ...[...where, ...asFlags(viewAs)].map(shellWord)].join(" ");
}
