import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { withoutMarkup } from "../../../../shared/text/withoutMarkup.ts";
import { nanoTimestamp } from "../../../../shared/time.ts";
import type { LogSource } from "../../../api/registry/podAccess.ts";
import type { PodLife } from "../pods/podLife.ts";
import { hostFiles } from "../shell/files/nodeFiles.ts";

/** The folder of a node's logs. */
const LOGS = "/var/log/";

/** A folder with its entries by name, or a log. */
type Entry = { readonly folder: ReadonlyMap<string, Entry> } | { readonly text: string } | { readonly log: LogSource };

/** The page that `/logs/` shows for a path. */
export type LogPage =
  | { readonly kind: "folder"; readonly html: string }
  | { readonly kind: "file"; readonly text: string }
  /** A redirect for a folder whose path lacks the trailing slash. */
  | { readonly kind: "moved"; readonly to: string };

/**
 * The logs of a node: those of its system, and those of containers in the file format of container runtimes.
 * @param path the part after `/logs/`
 * @returns undefined when nothing is at the path
 */
export function* logPage(node: string, lives: readonly PodLife[], path: string): Steps<LogPage | undefined> {
  let entry: Entry | undefined = { folder: rootOf(node, lives) };
  const names = path.split("/").filter((name) => name !== "");
  for (const name of names) entry = entry !== undefined && "folder" in entry ? entry.folder.get(name) : undefined;
  if (entry === undefined) return undefined;
  if (!("folder" in entry)) {
    return { kind: "file", text: "text" in entry ? entry.text : yield* logText(entry.log) };
  }
  if (path !== "" && !path.endsWith("/")) return { kind: "moved", to: `${names.at(-1)}/` };
  return { kind: "folder", html: listing(entry.folder) };
}

function rootOf(node: string, lives: readonly PodLife[]): ReadonlyMap<string, Entry> {
  const system = hostFiles(node)
    .filter((file) => file.path.startsWith(LOGS))
    .map((file): [string, Entry] => [file.path.slice(LOGS.length), { text: file.content.toString() }]);
  const containers = new Map<string, Entry>();
  const pods = new Map<string, Entry>();
  for (const { pod, containers: all } of lives) {
    const { name, namespace, uid } = pod.metadata;
    const folder = new Map<string, Entry>();
    for (const { name: container, log, previousLog, status } of all) {
      if (status.containerID === undefined) continue;
      const { restartCount } = status;
      const runs = new Map<string, Entry>([[`${restartCount}.log`, { log }]]);
      if (previousLog !== undefined) runs.set(`${restartCount - 1}.log`, { log: previousLog });
      folder.set(container, { folder: runs });
      const id = status.containerID.replace(/^.*:\/\//, "");
      containers.set(`${name}_${namespace}_${container}-${id}.log`, { log });
    }
    pods.set(`${namespace}_${name}_${uid}`, { folder });
  }
  return new Map<string, Entry>([["containers", { folder: containers }], ...system, ["pods", { folder: pods }]]);
}

/** Lists a folder as the reference's file server does. */
function listing(folder: ReadonlyMap<string, Entry>): string {
  const links = [...folder]
    .map(([name, entry]) => ("folder" in entry ? `${name}/` : name))
    .sort()
    .map((name) => `<a href="${encodeURI(name)}">${withoutMarkup(name)}</a>\n`);
  return `<!doctype html>\n<meta name="viewport" content="width=device-width">\n<pre>\n${links.join("")}</pre>\n`;
}

/** Lines in the format of container runtimes: a time, the stream, whether the line is complete, and the text. */
function* logText({ lines }: LogSource): Steps<string> {
  const texts: string[] = [];
  for (const { time, stream, text } of lines) {
    const whole = text.endsWith("\n");
    texts.push(`${nanoTimestamp(time)} ${stream} ${whole ? "F" : "P"} ${whole ? text : `${text}\n`}`);
    if (isTurnDue()) yield;
  }
  return texts.join("");
}
