import type { Container } from "kubernetes-types/core/v1";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { milliseconds } from "../../../../ground/timing/milliseconds.ts";
import { VERSION_INFO } from "../../../../serving/endpoints/nonResource/version.ts";
import { isLoopback } from "../../network/places.ts";
import type { Question, Reply, RunningProgram } from "../../programs/program.ts";
import type { ContainerRole } from "../podParts.ts";
import { probeContainer } from "../probes/probeContainer.ts";
import type { ProbeCounts } from "../probes/probeCounts.ts";
import { probeOtherHost } from "../probes/probeOtherHost.ts";
import type { ContainerDependencies } from "./containerDependencies.ts";

/** The reply to a probe that was made to fail. */
const FAILING = { ok: false, text: "the sandbox lets this probe fail" };

export interface WatchedProgram {
  readonly spec: Container;
  readonly role: ContainerRole;
  readonly program: RunningProgram;
  readonly counts: ProbeCounts;
  /** Aborts when probing must stop. */
  readonly signal: AbortSignal;
  /** Aborts when the pod starts to terminate. */
  readonly ending: AbortSignal;
  /** Whether the program was running, and so had started, before the node's agent began. */
  readonly isResumed: boolean;
  onStarted(): void;
  onReady(ready: boolean): void;
  /**
   * Asks for the end of the program.
   * @param reason the Event's message
   * @param grace milliseconds; undefined for the pod's grace period
   */
  end(detail: string, grace: number | undefined): void;
  recordEvent(type: "Warning", reason: string, message: string): void;
}

/** The user agent of the agent's HTTP requests, by their purpose. */
export const agentName = (vocabulary: Vocabulary, purpose: "probe" | "lifecycle"): string =>
  vocabulary.render(`{prefix}-${purpose}/${VERSION_INFO.major}.${VERSION_INFO.minor}`);

/** Runs the probes of a container, which decide whether its program has started, is ready, and must be restarted. */
export function watchProgram(dependencies: ContainerDependencies, watched: WatchedProgram): void {
  const { spec, role, program, end, recordEvent, ...rest } = watched;
  probeContainer({
    ...rest,
    spec,
    ask: (question) =>
      dependencies.probesFail() ? Promise.resolve(FAILING) : probeFromNode(question, program, dependencies),
    address: () => dependencies.address(),
    agent: agentName(dependencies.vocabulary, "probe"),
    time: dependencies.time,
    commandsEnd: dependencies.commandsEnd,
    onDead(probe) {
      const own = (probe === "startup" ? spec.startupProbe : spec.livenessProbe)?.terminationGracePeriodSeconds;
      const restarts = role === "main" && dependencies.pod().spec.restartPolicy !== "Never";
      const name = role === "sidecar" ? `Init container ${spec.name}` : `Container ${spec.name}`;
      const detail = `${name} failed ${probe} probe${restarts ? ", will be restarted" : ""}`;
      end(detail, own === undefined ? undefined : milliseconds(own));
    },
    onFailure: (text) => recordEvent("Warning", "Unhealthy", text),
    onWarning: (text) => recordEvent("Warning", "ProbeWarning", text),
  });
}

/** Asks the program, or whatever is at the host that the question names, over the network of the node. */
function probeFromNode(
  question: Question,
  program: RunningProgram,
  dependencies: ContainerDependencies,
): Promise<Reply> {
  if (question.kind !== "http" && question.kind !== "tcp") return program.answer(question);
  const { host } = question;
  if (host === undefined || host === dependencies.address()) return program.answer(question);
  const isOwn = host === "localhost" || isLoopback(host);
  // A pod on the host network is reached at the node's loopback address.
  if (isOwn && dependencies.pod().spec.hostNetwork === true) return program.answer(question);
  const address = isOwn ? (dependencies.hostAddresses[0] ?? host) : host;
  return probeOtherHost(question, dependencies, address);
}
