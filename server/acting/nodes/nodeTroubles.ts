import { TroubleError, type TroubleHandler, type TroubleKind } from "../trouble/trouble.ts";
import type { NodeAgent } from "./nodeAgent.ts";
import type { NodeFault } from "./nodeFaults.ts";
import type { ContainerLife } from "./pods/containers/containerLife.ts";
import { fullName } from "./pods/images/images.ts";
import type { PodLife } from "./pods/podLife.ts";

export interface NodeTroubleParts {
  agent(name: string): NodeAgent | undefined;
  pod(namespace: string, name: string): PodLife | undefined;
  /** Full names of images that cannot be pulled. */
  readonly missingImages: Set<string>;
  /** `namespace/name` of pods whose probes fail. */
  readonly failingProbes: Set<string>;
}

/** The troubles that users can cause on simulated nodes. */
export function nodeTroubles(parts: NodeTroubleParts): Partial<Record<TroubleKind, TroubleHandler>> {
  const fault =
    (name: NodeFault): TroubleHandler =>
    (target) => {
      const agent = parts.agent(target);
      if (agent === undefined) throw new TroubleError(`there is no simulated node ${JSON.stringify(target)}`);
      agent.setFault(name, true);
      return () => agent.setFault(name, false);
    };
  const listed =
    (list: Set<string>, keyOf: (target: string) => string): TroubleHandler =>
    (target) => {
      const key = keyOf(target);
      list.add(key);
      return () => void list.delete(key);
    };
  return {
    "node-down": fault("down"),
    "node-cut-off": fault("cutOff"),
    "node-slow": fault("slow"),
    "node-memory-pressure": fault("memoryPressure"),
    "node-disk-pressure": fault("diskPressure"),
    "container-killed": (target) => {
      containerOf(parts, target).program?.signal("KILL");
      return undefined;
    },
    "container-out-of-memory": (target) => {
      containerOf(parts, target).killForMemory();
      return undefined;
    },
    "probe-failing": listed(parts.failingProbes, (target) => {
      podOf(parts, target);
      return target;
    }),
    "image-missing": listed(parts.missingImages, (target) => {
      if (target === "") throw new TroubleError("an image is to be named");
      return fullName(target);
    }),
  };
}

/** @throws TroubleError */
function podOf(parts: NodeTroubleParts, target: string): PodLife {
  const [namespace = "", name = ""] = target.split("/");
  const pod = parts.pod(namespace, name);
  if (pod === undefined) throw new TroubleError(`no pod ${JSON.stringify(target)} runs on a simulated node`);
  return pod;
}

/** The named container, or the first one. @throws TroubleError */
function containerOf(parts: NodeTroubleParts, target: string): ContainerLife {
  const pod = podOf(parts, target);
  const name = target.split("/")[2];
  const container = pod.containers.find((each) => (name === undefined ? each.role === "main" : each.name === name));
  if (container?.isRunning !== true) throw new TroubleError(`no container ${JSON.stringify(target)} runs`);
  return container;
}
