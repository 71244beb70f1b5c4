/** The containers of a pod that a terminal can be opened in. */
import type { ApiObject } from "../../shared/object.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { containersOf } from "../resources/kinds/facts/podFacts.ts";
import { listAt, textAt } from "../resources/kinds/read.ts";

export interface TerminalContainer {
  readonly name: string;
  readonly isRunning: boolean;
  /** State of the container in the server's words. */
  readonly state: string;
  /** Whether the container's main process has a terminal and reads input, as needed for `attach`. */
  readonly tty: boolean;
  readonly stdin: boolean;
}

/** All containers of a pod; its regular containers first. */
export function terminalContainers(pod: ApiObject): TerminalContainer[] {
  const specs = ["containers", "ephemeralContainers", "initContainers"].flatMap((field) =>
    listAt(pod, `spec.${field}`),
  );
  const facts = containersOf(pod["spec"], pod["status"]);
  return specs.map((spec) => {
    const name = textAt(spec, "name");
    const state = facts.find((each) => each.name === name)?.state ?? "";
    return {
      name,
      isRunning: state === "Running",
      state,
      tty: textAt(spec, "tty") === "true",
      stdin: textAt(spec, "stdin") === "true",
    };
  });
}

/** The pod's default container if it declares one, otherwise the first running one. */
export function usualContainer(pod: ApiObject, vocabulary: Vocabulary): string {
  const all = terminalContainers(pod);
  const named = pod.metadata.annotations?.[vocabulary.render("kubectl.{labelDomain}/default-container")];
  const found = all.find(({ name }) => name === named) ?? all.find(({ isRunning }) => isRunning) ?? all[0];
  return found?.name ?? "";
}
