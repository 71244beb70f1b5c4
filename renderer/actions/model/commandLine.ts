import type { ResourceLocator } from "../../../shared/resourcePath.ts";
import { accessFlags, type ClientAccess, shellWord } from "../../requests/shellAccess.ts";
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
 * The equivalent kubectl command; undefined when there is none.
 *
 * @param job name of the job, for `trigger`
 */
export function commandLine(
  action: PlainAction,
  { resource, group, version, namespace = "", name = "" }: ResourceLocator,
  { replicas, job, access }: { replicas?: number; job?: string | undefined; access: ClientAccess },
): string | undefined {
  const line = (...words: string[]): string => lineOf(words, namespace, access);
  const plain = group === "apps" || group === "batch" || group === "" ? resource : `${resource}.${version}.${group}`;
  if (action === "trigger") return line("create job", shellWord(job ?? ""), `--from=cronjob/${shellWord(name)}`);
  const words = WORDS[action];
  if (words === undefined) return undefined;
  if (resource === "nodes") return line(words, shellWord(name));
  const target = `${plain}/${shellWord(name)}`;
  return action === "scale" ? line(words, target, `--replicas=${replicas ?? 0}`) : line(words, target);
}

/**
 * The kubectl command that drains a node. @param withLosses also evict pods that no controller recreates, or that lose
 * data
 */
export const drainLine = (name: string, withLosses: boolean, access: ClientAccess): string =>
  lineOf(
    ["drain", shellWord(name), "--ignore-daemonsets", ...(withLosses ? ["--delete-emptydir-data", "--force"] : [])],
    "",
    access,
  );

/** The kubectl command that rolls a workload back. @param revision number of the revision */
export const undoLine = (
  { resource, namespace = "", name = "" }: ResourceLocator,
  revision: number,
  access: ClientAccess,
): string => lineOf(["rollout undo", `${resource}/${shellWord(name)}`, `--to-revision=${revision}`], namespace, access);

/** The kubectl command that changes images of a pod template. */
export const setImageLine = (
  { resource, namespace = "", name = "" }: ResourceLocator,
  changed: readonly { readonly name: string; readonly image: string }[],
  access: ClientAccess,
): string =>
  lineOf(
    ["set image", `${resource}/${shellWord(name)}`, ...changed.map((each) => shellWord(`${each.name}=${each.image}`))],
    namespace,
    access,
  );

function lineOf(words: readonly string[], namespace: string, access: ClientAccess): string {
  const where = namespace === "" ? [] : ["-n", namespace];
  return ["kubectl", ...words, ...[...where, ...accessFlags("kubectl", access)].map(shellWord)].join(" ");
}
