import type { Container } from "kubernetes-types/core/v1";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { NodePod } from "../pods/podParts.ts";
import type { ProgramMessage, SignalName, SpaceMessage } from "../shell/messages.ts";
import { CAPABILITIES } from "../shell/processes/capabilities.ts";
import { containerUser } from "./containerUser.ts";

/** The main program of a container that runs on the node. */
export interface NodeProgram {
  readonly pod: NodePod;
  readonly container: Container;
  signal(name: SignalName): void;
  /** The number of the container's machine. */
  machine(): Promise<number> | undefined;
}

/** The first processes of a pod and of a node, which belong to no container. */
const PAUSE = "pause";
const INIT = "init";
const AGENT = "agent";

const keyOf = ({ metadata }: NodePod, container: string): string => `${metadata.uid}/${container}`;

/** The processes that a container sees: the node's, the pod's, its own, or those of the container that it debugs. */
export function spaceOf(pod: NodePod, container: Container, node: string): SpaceMessage {
  const own = keyOf(pod, container.name);
  const { hostPID, shareProcessNamespace } = pod.spec;
  if (hostPID === true) return { name: `node/${node}`, container: own, first: INIT };
  if (shareProcessNamespace === true) return { name: `pod/${pod.metadata.uid}`, container: own, first: PAUSE };
  const { targetContainerName } = container as { targetContainerName?: string };
  const target = keyOf(pod, targetContainerName ?? container.name);
  return { name: `container/${target}`, container: own, first: target };
}

/** The title of a container's program: its command line, or else its image. */
export const titleOf = ({ command = [], args = [], image, name }: Container): string =>
  [...command, ...args].join(" ") || (image ?? name);

/** The programs that are visible in a process space. */
export function programsIn(
  { first, name }: SpaceMessage,
  programs: readonly NodeProgram[],
  { node, vocabulary }: { readonly node: string; readonly vocabulary: Vocabulary },
): ProgramMessage[] {
  const isNode = first === INIT;
  const seen = programs
    .filter(({ pod, container }) => isNode || spaceOf(pod, container, node).name === name)
    .map(({ pod, container }) => ({
      container: keyOf(pod, container.name),
      title: titleOf(container),
      user: containerUser(container, pod),
    }));
  const root = (container: string, title: string): ProgramMessage => ({
    container,
    title,
    user: { user: 0, group: 0, groups: [0], capabilities: CAPABILITIES },
  });
  if (isNode) return [root(INIT, "/sbin/init"), root(AGENT, vocabulary.render("{prefix}let --simulated")), ...seen];
  return first === PAUSE ? [root(PAUSE, "/pause"), ...seen] : seen;
}

/** The program of a container, by the container's name in process spaces. */
export const programOf = (programs: readonly NodeProgram[], container: string): NodeProgram | undefined =>
  programs.find((each) => keyOf(each.pod, each.container.name) === container);
