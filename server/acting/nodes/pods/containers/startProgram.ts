import type { Container } from "kubernetes-types/core/v1";
import { timestamp } from "../../../../../shared/time.ts";
import type { ContainerMachine } from "../../machines/containerMachine.ts";
import { programRights } from "../../machines/programRights.ts";
import { programFor } from "../../programs/images/images.ts";
import type { RunningProgram } from "../../programs/program.ts";
import { commandOf } from "../environment/environment.ts";
import type { ContainerRole, NodePod } from "../podParts.ts";
import type { ContainerDependencies } from "./containerDependencies.ts";
import type { ContainerLog } from "./containerLog.ts";

export interface ProgramStart {
  readonly spec: Container;
  readonly role: ContainerRole;
  readonly image: string;
  readonly env: Map<string, string>;
  readonly machine: ContainerMachine;
  readonly log: ContainerLog;
}

/** Whether the pod belongs to a job, which waits for its end. */
const isOfJob = ({ metadata }: NodePod): boolean =>
  (metadata.ownerReferences ?? []).some(({ kind, controller }) => kind === "Job" && controller === true);

/** Starts the program of a container. */
export function startProgram(
  dependencies: ContainerDependencies,
  { spec, role, image, env, machine, log }: ProgramStart,
): RunningProgram {
  const { time, vocabulary } = dependencies;
  const { workingDir = "", ports = [], stdin = false, tty = false } = spec;
  const { name = "", namespace = "", annotations = {} } = dependencies.pod().metadata;
  const { command, args } = commandOf(spec, env);
  const rights = programRights(spec, dependencies.pod());
  return programFor({ image, command, args, rights }).start({
    image,
    command,
    args,
    env,
    workingDir,
    annotations,
    pod: { name, namespace, address: dependencies.address() },
    machine,
    vocabulary,
    stdin,
    tty,
    ports: ports.map(({ containerPort }) => containerPort),
    time,
    isFirst: dependencies.pod().spec.shareProcessNamespace !== true && dependencies.pod().spec.hostPID !== true,
    task: role === "init" ? "init" : isOfJob(dependencies.pod()) ? "job" : undefined,
    rights,
    print: (stream, text) => log.add(stream, text, time.now()),
  });
}

const NOT_STARTED =
  "failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: " +
  "unable to start container process: error during container init";

/**
 * The terminated state, as the runtime reports it, of a container whose command does not exist or is not executable.
 */
export const startError = (problem: string) => ({
  exitCode: 128,
  reason: "StartError",
  message: `${NOT_STARTED}: ${problem}: unknown`,
  startedAt: timestamp(0),
});
