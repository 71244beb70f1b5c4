import { withQuery } from "../../../shared/resourcePath.ts";
import { isApiError } from "../../../shared/status.ts";
import { steeredOf } from "../../actions/model/plannedAction.ts";
import type { Command, Session } from "../model/command.ts";
import { type Input, numberOf, UsageError } from "../model/flags.ts";
import { type Found, findObjects, nameOf, objectPath, SELECTION_FLAGS, wordOf } from "../model/targets.ts";

const MERGE = "application/merge-patch+json";
const ALL = [...SELECTION_FLAGS, { name: "all" }];

/** Changes part of an object. @throws ApiError */
export const patchObject = (
  found: Omit<Found, "object">,
  body: unknown,
  session: Session,
  contentType = MERGE,
  subresource?: string,
) =>
  session.ask({
    method: "PATCH",
    path: withQuery(objectPath(found, subresource), { fieldManager: session.fieldManager }),
    contentType,
    body,
  });

const scale: Command = {
  name: "scale",
  usage: "KIND NAME | KIND/NAME … --replicas=COUNT",
  summary: "Sets how many pods a workload has",
  flags: [...ALL, { name: "replicas", takes: true }, { name: "current-replicas", takes: true }],
  async run(input, session) {
    const replicas = numberOf(input, "replicas");
    if (replicas === undefined || replicas < 0) {
      throw new UsageError(
        "error: The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0",
      );
    }
    const current = numberOf(input, "current-replicas");
    for (const found of await findObjects(input, session)) {
      const is = steeredOf(found.object).replicas;
      if (current !== undefined && is !== current) {
        throw new UsageError(`error: Expected replicas to be ${current}, was ${is ?? 0}`);
      }
      await patchObject(found, { spec: { replicas } }, session, MERGE, "scale");
      session.print(`${nameOf(found)} scaled`);
    }
  },
};

const PROPAGATION_POLICIES: Readonly<Record<string, string>> = {
  "": "Background",
  background: "Background",
  foreground: "Foreground",
  orphan: "Orphan",
};
const DELETION_POLL_INTERVAL = 300;

const remove: Command = {
  name: "delete",
  usage: "KIND NAME … | KIND/NAME … | KIND -l SELECTOR | KIND --all",
  summary: "Deletes objects and waits until they are gone",
  flags: [
    ...ALL,
    { name: "cascade", takes: true },
    { name: "grace-period", takes: true },
    { name: "force" },
    { name: "now" },
    { name: "wait" },
    { name: "ignore-not-found" },
  ],
  async run(input, session) {
    const propagationPolicy = PROPAGATION_POLICIES[input.value("cascade")];
    if (propagationPolicy === undefined)
      throw new UsageError(
        `error: invalid cascade value (${input.value("cascade")}). Must be "background", "foreground", or "orphan"`,
      );
    const seconds = input.has("now") ? 1 : (numberOf(input, "grace-period") ?? (input.has("force") ? 0 : undefined));
    const found = await findOrNone(input, session);
    if (found.length === 0 && !input.has("ignore-not-found")) session.print("No resources found");
    for (const each of found) {
      const body = {
        apiVersion: "v1",
        kind: "DeleteOptions",
        propagationPolicy,
        ...(seconds === undefined || seconds < 0 ? {} : { gracePeriodSeconds: seconds }),
        preconditions: { uid: each.object.metadata.uid },
      };
      await session.ask({ method: "DELETE", path: objectPath(each), body });
      const place = each.namespace === "" ? "" : ` from ${each.namespace} namespace`;
      session.print(
        `${wordOf(each.type)} "${each.name}" ${seconds === 0 && input.has("force") ? "force " : ""}deleted${place}`,
      );
    }
    if (input.value("wait") !== "false") for (const each of found) await untilGone(each, session);
  },
};

async function findOrNone(input: Input, session: Session): Promise<Found[]> {
  try {
    return await findObjects(input, session);
  } catch (error) {
    if (input.has("ignore-not-found") && isApiError(error, "NotFound")) return [];
    throw error;
  }
}

/** Waits until an object is deleted or replaced by another one with its name. @throws ApiError */
export async function untilGone(found: Found, session: Session): Promise<void> {
  while (!session.signal.aborted) {
    try {
      const { metadata } = await session.ask({ path: objectPath(found) });
      if (metadata.uid !== found.object.metadata.uid) return;
    } catch (error) {
      if (isApiError(error, "NotFound")) return;
      throw error;
    }
    await session.sleep(DELETION_POLL_INTERVAL);
  }
}

/** `key=value` sets, `key-` removes. */
function changesOf(words: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(
    words.map((word) => {
      const [, key = "", value] = /^([^=]+)=([\s\S]*)$/.exec(word) ?? [];
      if (value !== undefined) return [key, value];
      if (word.endsWith("-") && word.length > 1) return [word.slice(0, -1), null];
      throw new UsageError(`error: "${word}" is neither KEY=VALUE nor KEY-`);
    }),
  );
}

const metadataCommand = (name: "label" | "annotate", field: "labels" | "annotations"): Command => ({
  name,
  usage: "KIND NAME | KIND/NAME … KEY=VALUE … KEY- … [--overwrite]",
  summary: `Sets or removes ${field}`,
  flags: [...ALL, { name: "overwrite" }],
  async run(input, session) {
    const first = input.args.findIndex((word, i) => i > 0 && (word.includes("=") || word.endsWith("-")));
    if (first < 0)
      throw new UsageError(`error: at least one ${name === "label" ? "label" : "annotation"} update is required`);
    const changes = changesOf(input.args.slice(first));
    for (const found of await findObjects(input, session, input.args.slice(0, first))) {
      const present = found.object.metadata[field] ?? {};
      const taken = Object.entries(changes).find(
        ([key, value]) => value !== null && present[key] !== undefined && present[key] !== value,
      );
      if (taken !== undefined && !input.has("overwrite")) {
        throw new UsageError(
          `error: '${taken[0]}' already has a value (${present[taken[0]]}), and --overwrite is false`,
        );
      }
      const isChanged = Object.entries(changes).some(([key, value]) => (present[key] ?? null) !== value);
      if (isChanged) await patchObject(found, { metadata: { [field]: changes } }, session);
      const done =
        name === "label"
          ? Object.values(changes).every((value) => value === null)
            ? "unlabeled"
            : "labeled"
          : "annotated";
      session.print(`${nameOf(found)} ${isChanged || name === "annotate" ? done : "not labeled"}`);
    }
  },
});

const PATCHES: Readonly<Record<string, string>> = {
  "": "application/strategic-merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  merge: MERGE,
  json: "application/json-patch+json",
};

const patch: Command = {
  name: "patch",
  usage: "KIND NAME | KIND/NAME -p PATCH [--type strategic|merge|json] [--subresource NAME]",
  summary: "Changes fields of an object",
  flags: [
    { name: "patch", short: "p", takes: true },
    { name: "type", takes: true },
    { name: "subresource", takes: true },
  ],
  async run(input, session) {
    const contentType = PATCHES[input.value("type")];
    if (contentType === undefined)
      throw new UsageError(`error: --type must be one of [json merge strategic], not "${input.value("type")}"`);
    if (!input.has("patch")) throw new UsageError("error: must specify --patch containing the contents of the patch");
    let body: unknown;
    try {
      body = JSON.parse(input.value("patch"));
    } catch {
      throw new UsageError("error: the patch is no JSON");
    }
    for (const found of await findObjects(input, session)) {
      const isCustom =
        contentType === PATCHES["strategic"] &&
        input.value("type") === "" &&
        found.type.group.includes(".") &&
        !found.type.group.endsWith(session.vocabulary.domain);
      const before = found.object.metadata.resourceVersion;
      const after = await patchObject(
        found,
        body,
        session,
        isCustom ? MERGE : contentType,
        input.value("subresource") || undefined,
      );
      session.print(`${nameOf(found)} patched${after.metadata.resourceVersion === before ? " (no change)" : ""}`);
    }
  },
};

const taint: Command = {
  name: "taint",
  usage: "nodes NAME KEY=VALUE:EFFECT … KEY[:EFFECT]- … [--overwrite]",
  summary: "Keeps pods away from nodes, or no longer",
  flags: [...ALL, { name: "overwrite" }],
  async run(input, session) {
    const first = input.args.findIndex((word, i) => i > 0 && (word.includes(":") || word.endsWith("-")));
    if (first < 0) throw new UsageError("error: at least one taint update is required");
    const updates = input.args.slice(first).map(readTaint);
    for (const found of await findObjects(input, session, input.args.slice(0, first))) {
      if (found.type.resource !== "nodes") throw new UsageError("error: only nodes have taints");
      const { taints = [] } = (found.object["spec"] ?? {}) as { taints?: readonly Taint[] };
      let kept = [...taints];
      for (const { key, effect, value } of updates) {
        const isSame = (each: Taint): boolean => each.key === key && (effect === "" || each.effect === effect);
        if (value === undefined && !kept.some(isSame))
          throw new UsageError(`error: taint "${key}${effect === "" ? "" : `:${effect}`}" not found`);
        if (value !== undefined && kept.some(isSame) && !input.has("overwrite")) {
          throw new UsageError(
            `error: node ${found.name} already has ${key} taint(s) with same effect(s) and --overwrite is false`,
          );
        }
        kept = kept.filter((each) => !isSame(each));
        if (value !== undefined) kept.push({ key, effect, ...(value === "" ? {} : { value }) });
      }
      await patchObject(found, { spec: { taints: kept.length === 0 ? null : kept } }, session);
      const isRemoval = updates.every(({ value }) => value === undefined);
      session.print(`${nameOf(found)} ${isRemoval ? "untainted" : "tainted"}`);
    }
  },
};

interface Taint {
  readonly key: string;
  readonly effect: string;
  readonly value?: string;
}

/** @returns the taint to set, or without a value, the taint to remove */
function readTaint(word: string): { key: string; effect: string; value: string | undefined } {
  const removal = /^([^=:]+)(?::(\w+))?-$/.exec(word);
  if (removal !== null) return { key: removal[1] ?? "", effect: removal[2] ?? "", value: undefined };
  const taint = /^([^=:]+)(?:=([^:]*))?:(\w+)$/.exec(word);
  if (taint === null) throw new UsageError(`error: invalid taint spec: ${word}`);
  return { key: taint[1] ?? "", effect: taint[3] ?? "", value: taint[2] ?? "" };
}

export const CHANGE_COMMANDS = [
  scale,
  remove,
  metadataCommand("label", "labels"),
  metadataCommand("annotate", "annotations"),
  patch,
  taint,
];
