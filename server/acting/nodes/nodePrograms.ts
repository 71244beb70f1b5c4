import type { NodeProgram } from "./machines/processSpaces.ts";
import type { PodLife } from "./pods/podLife.ts";

/** The programs that run in the containers of a node's pods. */
export const nodePrograms = (lives: readonly PodLife[]): NodeProgram[] =>
  lives.flatMap((life) =>
    life.containers.flatMap(({ spec, machine, program }): NodeProgram[] => {
      if (program === undefined) return [];
      const signal = (name: string): void => program.signal(name === "KILL" ? "KILL" : "TERM");
      return [{ pod: life.pod, container: spec, signal, machine: () => machine?.number() }];
    }),
  );
