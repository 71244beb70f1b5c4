import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { newUrl, objectUrl } from "../app/urls.ts";
import { fieldManager } from "../editor/applyRequest.ts";
import { activeScenarios } from "../learn/activeScenario.ts";
import { complete } from "./complete.ts";
import { consoleSession } from "./consoleSession.ts";
import type { Place, Session } from "./model/command.ts";
import { runLine } from "./runLine.ts";
import { type TranscriptEntry, transcriptOf } from "./transcript.ts";

export interface CommandLineState {
  readonly entries: readonly TranscriptEntry[];
  readonly commands: readonly string[];
  readonly namespace: string;
  readonly isRunning: boolean;
  run(line: string): Promise<void>;
  /** @returns the line after completion */
  complete(line: string): Promise<string>;
  stop(): void;
  clear(): void;
}

/** The namespaces chosen by `config set-context`, by cluster; kept until the window closes. */
const chosenNamespaces = new Map<string, string>();

/** The command line of the current cluster. */
export function useCommandLine(): CommandLineState {
  const { cluster, vocabulary, types, namespace: shown } = useClusterScope();
  const navigate = useNavigate();
  const transcript = useMemo(() => transcriptOf(cluster.id), [cluster.id]);
  const entries = useSyncExternalStore(transcript.subscribe, transcript.entries);
  const commands = useSyncExternalStore(transcript.subscribe, transcript.commands);
  const [chosen, setChosen] = useState(chosenNamespaces.get(cluster.id));
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController | undefined>(undefined);
  const played = useSyncExternalStore(activeScenarios.subscribe, () => activeScenarios.namespaceOf(cluster.id));
  const namespace = chosen ?? [shown, played, "default"].find((each) => each !== "") ?? "";

  const session = useCallback(
    (signal: AbortSignal): Session =>
      consoleSession({
        ...{
          cluster: cluster.id,
          clusterName: cluster.name,
          vocabulary,
          types,
          namespace,
          fieldManager: fieldManager(cluster.id),
          signal,
        },
        print: (text) => transcript.output(text),
        open(place: Place) {
          const pods = types.find(({ group, resource }) => group === "" && resource === "pods");
          if (place.kind === "object") navigate(objectUrl(cluster.id, place.type, place, place.tab));
          else if (pods !== undefined) navigate(newUrl(cluster.id, pods, namespace));
        },
        setNamespace(name) {
          chosenNamespaces.set(cluster.id, name);
          setChosen(name);
        },
        clear: () => transcript.clear(),
      }),
    [cluster.id, cluster.name, vocabulary, types, namespace, transcript, navigate],
  );

  return {
    entries,
    commands,
    namespace,
    isRunning,
    async run(line) {
      const controller = new AbortController();
      running.current = controller;
      transcript.command(line);
      setRunning(true);
      await runLine(line, session(controller.signal));
      setRunning(false);
      running.current = undefined;
    },
    async complete(line) {
      const { line: completed, choices } = await complete(line, session(new AbortController().signal));
      if (choices.length > 0 && completed === line) transcript.output(choices.join("   "));
      return completed;
    },
    stop() {
      running.current?.abort();
    },
    clear: () => transcript.clear(),
  };
}
