import { useCallback, useMemo, useRef, useState } from "react";
import { useClusterScope } from "../app/clusterContext.ts";
import { type CommandSession, consoleSession, type SessionEnd, type SessionParts } from "./commandSession.ts";
import { attachPath, type ContainerPlace, execPath, SHELLS } from "./sessionPath.ts";

/** What the user wants to run in a container. */
export type TerminalRequest =
  | { readonly mode: "shell"; readonly container: string }
  | { readonly mode: "command"; readonly container: string; readonly command: readonly string[] }
  | { readonly mode: "attach"; readonly container: string; readonly tty: boolean; readonly stdin: boolean };

export type Phase =
  | { readonly name: "idle" | "opening" | "open" }
  | { readonly name: "ended"; readonly end: SessionEnd };

export interface Conversation {
  readonly phase: Phase;
  readonly request: TerminalRequest | undefined;
  /** The name of the program, for display. */
  readonly program: string;
  /** Undefined until the user starts a session. A new object starts a new session. */
  readonly parts: SessionParts | undefined;
  readonly session: CommandSession | undefined;
  begin(request: TerminalRequest): void;
  onOpen(session: CommandSession): void;
  onEnd(end: SessionEnd, hasTyped: boolean): void;
}

interface Attempt {
  readonly request: TerminalRequest;
  /** Index of the shell to try. */
  readonly shell: number;
}

/** Exit codes of a missing program. */
const NOT_THERE = new Set([126, 127]);

/** Sessions with a container, one after the other. If a shell is missing, tries the next one. */
export function useConversation({ namespace, pod }: Omit<ContainerPlace, "container">): Conversation {
  const { cluster, vocabulary } = useClusterScope();
  const [attempt, setAttempt] = useState<Attempt | undefined>(undefined);
  const [phase, setPhase] = useState<Phase>({ name: "idle" });
  const session = useRef<CommandSession | undefined>(undefined);
  const parts = useMemo(
    () =>
      attempt === undefined
        ? undefined
        : consoleSession(
            cluster.id,
            vocabulary,
            pathOf({ namespace, pod, container: attempt.request.container }, attempt),
          ),
    [attempt, cluster.id, vocabulary, namespace, pod],
  );
  const begin = useCallback((request: TerminalRequest) => {
    session.current = undefined;
    setPhase({ name: "opening" });
    setAttempt({ request, shell: 0 });
  }, []);
  return {
    phase,
    request: attempt?.request,
    program: attempt === undefined ? "" : programOf(attempt),
    parts,
    session: session.current,
    begin,
    onOpen(opened) {
      session.current = opened;
      setPhase({ name: "open" });
    },
    onEnd(end, hasTyped) {
      if (attempt !== undefined && !hasTyped && isMissing(end) && hasNext(attempt)) {
        setPhase({ name: "opening" });
        setAttempt({ ...attempt, shell: attempt.shell + 1 });
      } else setPhase({ name: "ended", end });
    },
  };
}

const isMissing = (end: SessionEnd): boolean =>
  end.kind === "failed" || (end.kind === "exited" && NOT_THERE.has(end.code));

const hasNext = ({ request, shell }: Attempt): boolean => request.mode === "shell" && shell + 1 < SHELLS.length;

const commandOf = ({ request, shell }: Attempt): readonly string[] =>
  request.mode === "command" ? request.command : (SHELLS[shell] ?? []);

function pathOf(place: ContainerPlace, attempt: Attempt): string {
  const { request } = attempt;
  return request.mode === "attach" ? attachPath(place, request) : execPath(place, commandOf(attempt));
}

const programOf = (attempt: Attempt): string => (attempt.request.mode === "attach" ? "" : commandOf(attempt).join(" "));
