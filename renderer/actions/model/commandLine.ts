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
  const where = namespace === "" ? [] : ["-n", namespace];
  const rest = [...where, ...asFlags(viewAs)].map(shellWord).join(" ");
  const line = (...words: string[]): string => [`kubectl ${words.join(" ")}`, rest].filter(Boolean).join(" ");
  const plain = group === "apps" || group === "batch" || group === "" ? resource : `${resource}.${version}.${group}`;
  if (action === "trigger") return line("create job", shellWord(job ?? ""), `--from=cronjob/${shellWord(name)}`);
  const words = WORDS[action];
  if (words === undefined) return undefined;
  if (resource === "nodes") return line(words, shellWord(name));
  const target = `${plain}/${shellWord(name)}`;
  return action === "scale" ? line(words, target, `--replicas=${replicas ?? 0}`) : line(words, target);
}
