import { stringify } from "yaml";
import type { ApiObject } from "../../../shared/object.ts";
import { resourcePath } from "../../../shared/resourcePath.ts";
import { actionsFor, type PlainAction, requestOf } from "../../actions/model/plannedAction.ts";
import { revisionsOf, rollBackRequest, type WorkloadRevision } from "../../actions/model/rollback.ts";
import { rolloutOf } from "../../actions/model/rollout.ts";
import { textOf } from "../model/columns.ts";
import type { Command, Session } from "../model/command.ts";
import { numberOf, UsageError } from "../model/flags.ts";
import { type Found, findObjects, nameOf, readList } from "../model/targets.ts";

const ROLLED = ["deployments", "statefulsets", "daemonsets"];
const TARGET = "KIND NAME | KIND/NAME";

/** The workloads that a command line names. @throws UsageError, ApiError */
async function workloads(input: Parameters<Command["run"]>[0], session: Session): Promise<Found[]> {
  const found = await findObjects(input, session);
  const other = found.find(({ type }) => type.group !== "apps" || !ROLLED.includes(type.resource));
  if (other !== undefined)
    throw new UsageError(
      `error: no rollouts of ${other.type.kind}; there are some of Deployment, StatefulSet and DaemonSet`,
    );
  return found;
}

async function revisions({ type, namespace, object }: Found, session: Session): Promise<readonly WorkloadRevision[]> {
  const resource = type.resource === "deployments" ? "replicasets" : "controllerrevisions";
  const path = resourcePath({ group: "apps", version: "v1", resource, namespace });
  return revisionsOf(object, await readList({ path, query: {} }, session), session.vocabulary);
}

/** A command that sends a single request. */
const steering = (name: string, action: PlainAction, done: string, not: string): Command => ({
  name: `rollout ${name}`,
  usage: TARGET,
  summary: `${name.replace(/^./, (letter) => letter.toUpperCase())}s a rollout`,
  flags: [{ name: "selector", short: "l", takes: true }],
  async run(input, session) {
    for (const found of await workloads(input, session)) {
      if (!actionsFor(found.object).includes(action)) throw new UsageError(`error: ${nameOf(found)} ${not}`);
      const { type, namespace, name, object } = found;
      const { vocabulary, fieldManager } = session;
      const locator = { ...type, namespace, name };
      await session.ask(requestOf(action, { object, locator, vocabulary, fieldManager, now: session.now() }));
      session.print(`${nameOf(found)} ${done}`);
    }
  },
});

const history: Command = {
  name: "rollout history",
  usage: `${TARGET} [--revision NUMBER]`,
  summary: "Lists the revisions of a workload, or shows one",
  flags: [{ name: "revision", takes: true }],
  async run(input, session) {
    const wanted = numberOf(input, "revision");
    for (const found of await workloads(input, session)) {
      const all = [...(await revisions(found, session))].reverse();
      if (wanted !== undefined) {
        const revision = all.find(({ number }) => number === wanted);
        if (revision === undefined) throw new UsageError(`error: unable to find the specified revision`);
        session.print(`${nameOf(found)} with revision #${wanted}\n${stringify(revision.template).trimEnd()}`);
      } else {
        const rows = all.map(({ number, cause }) => [String(number), cause === "" ? "<none>" : cause]);
        session.print(`${nameOf(found)}\n${textOf([["REVISION", "CHANGE-CAUSE"], ...rows])}`);
      }
    }
  },
};

const undo: Command = {
  name: "rollout undo",
  usage: `${TARGET} [--to-revision NUMBER]`,
  summary: "Goes back to an earlier revision",
  flags: [{ name: "to-revision", takes: true }],
  async run(input, session) {
    const wanted = numberOf(input, "to-revision") ?? 0;
    for (const found of await workloads(input, session)) {
      const all = await revisions(found, session);
      const revision =
        wanted === 0 ? all.find(({ isCurrent }) => !isCurrent) : all.find(({ number }) => number === wanted);
      if (revision === undefined) {
        throw new UsageError(
          wanted === 0
            ? `error: no rollout history found for ${nameOf(found)}`
            : `error: unable to find specified revision ${wanted} in history`,
        );
      }
      if (revision.isCurrent) {
        session.print(`${nameOf(found)} skipped rollback (current template already matches revision ${wanted})`);
        continue;
      }
      const { type, namespace, name } = found;
      await session.ask(rollBackRequest({ ...type, namespace, name }, revision, session.fieldManager));
      session.print(`${nameOf(found)} rolled back`);
    }
  },
};

const POLL_INTERVAL = 500;

const status: Command = {
  name: "rollout status",
  usage: `${TARGET} [--watch=false]`,
  summary: "Waits until a rollout is done",
  flags: [{ name: "watch", short: "w" }],
  async run(input, session) {
    for (const found of await workloads(input, session)) {
      let said = "";
      let { object } = found;
      while (!session.signal.aborted) {
        const { text, isDone } = rolloutStatus(found, object);
        if (text !== said) session.print(text);
        said = text;
        if (isDone || input.value("watch") === "false") break;
        await session.sleep(POLL_INTERVAL);
        object = await session.ask({
          path: resourcePath({ ...found.type, namespace: found.namespace, name: found.name }),
        });
      }
    }
  },
};

/** The progress of a rollout in words. @throws UsageError if it has failed, or if the strategy has no rollout */
function rolloutStatus({ type, name }: Found, object: ApiObject): { text: string; isDone: boolean } {
  const waits = (text: string) => ({ text: `Waiting for ${text}...`, isDone: false });
  const kind = type.kind === "Deployment" ? "deployment" : type.kind === "DaemonSet" ? "daemon set" : "statefulset";
  const of = `${kind} "${name}" rollout to finish:`;
  const { stage, wanted, updated, available, old } = rolloutOf({ ...object, kind: type.kind });
  switch (stage) {
    case "manual":
      throw new UsageError(`error: rollout status is only available for RollingUpdate strategy type`);
    case "late":
      throw new UsageError(`error: ${kind} "${name}" exceeded its progress deadline`);
    case "unobserved":
      return waits(`${kind} spec update to be observed`);
    case "updates":
      return waits(`${of} ${updated} out of ${wanted} new replicas have been updated`);
    case "ends":
      return waits(`${of} ${old} old replicas are pending termination`);
    case "starts":
      return waits(`${of} ${available} of ${wanted} updated pods are available`);
    case "done":
      return { text: `${kind} "${name}" successfully rolled out`, isDone: true };
  }
}

export const ROLLOUT_COMMANDS = [
  status,
  history,
  undo,
  steering("restart", "restart", "restarted", "cannot be restarted while it is paused"),
  steering("pause", "pause", "paused", "is already paused, or cannot be paused"),
  steering("resume", "unpause", "resumed", "is not paused"),
];
