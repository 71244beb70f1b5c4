import type { Container } from "kubernetes-types/core/v1";
import { timestamp } from "../../../../../shared/time.ts";
import type { ContainerMachine } from "../../machines/containerMachine.ts";
import { programRights } from "../../machines/programRights.ts";
import { programFor } from "../../programs/images/images.ts";
import type { RunningProgram } from "../../programs/program.ts";
import { commandOf } from "../environment/environment.ts";
import type { ContainerRole, NodePod } from "../podParts.ts";
import type { ContainerLog } from "./containerLog.ts";
import type { ContainerWorld } from "./containerWorld.ts";

export interface ProgramStart {
  readonly spec: Container;
  readonly role: ContainerRole;
  readonly image: string;
  readonly env: Map<string, string>;
  readonly machine: ContainerMachine;
  readonly log: ContainerLog;
}

/** Whether a job waits for the end of a pod. */
const isOfJob = ({ metadata }: NodePod): boolean =>
  (metadata.ownerReferences ?? []).some(({ kind, controller }) => kind === "Job" && controller === true);

/** Starts the program that a container of a pod runs. */
export function startProgram(
  world: ContainerWorld,
  { spec, role, image, env, machine, log }: ProgramStart,
): RunningProgram {
  const { time, vocabulary } = world;
  const { workingDir = "", ports = [], stdin = false, tty = false } = spec;
  const { name = "", namespace = "", annotations = {} } = world.pod().metadata;
  const { command, args } = commandOf(spec, env);
  const rights = programRights(spec, world.pod());
  return programFor({ image, command, args, rights }).start({
    image,
    command,
    args,
    env,
    workingDir,
    annotations,
    pod: { name, namespace, address: world.address() },
    machine,
    vocabulary,
    stdin,
    tty,
    ports: ports.map(({ containerPort }) => containerPort),
    time,
    isFirst: world.pod().spec.shareProcessNamespace !== true && world.pod().spec.hostPID !== true,
    task: role === "init" ? "init" : isOfJob(world.pod()) ? "job" : undefined,
    rights,
    print: (stream, text) => log.add(stream, text, time.now()),
  });
}

const NOT_STARTED =
  "failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: " +
  "unable to start container process: error during container init";

/** The end of a container whose program is not there, or is none, as its runtime reports it. */
export const startError = (problem: string) => ({
  exitCode: 128,
  reason: "StartError",
  message: `${NOT_STARTED}: ${problem}: unknown`,
  startedAt: timestamp(0),
});
