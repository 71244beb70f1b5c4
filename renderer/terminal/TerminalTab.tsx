import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import { ErrorText } from "../access/refusals/ErrorText.tsx";
import { useRefusal } from "../access/refusals/useRefusal.ts";
import type { ResourceType } from "../api/resourceType.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { useWriteRefusal } from "../app/useWriteRefusal.ts";
import { ChoiceMenu } from "../logs/ChoiceMenu.tsx";
import { isGone } from "../resources/live/isGone.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { addDebugContainer, randomSuffix } from "./addDebugContainer.ts";
import { DebugDialog } from "./DebugDialog.tsx";
import { Screen } from "./Screen.tsx";
import { splitCommand } from "./sessionPath.ts";
import { TerminalStatus } from "./TerminalStatus.tsx";
import "../activity/LogBar.css";
import "./terminal.css";
import { Form } from "../ui/forms/Form.tsx";
import { terminalContainers, usualContainer } from "./terminalTarget.ts";
import { useConversation } from "./useConversation.ts";

interface TerminalTabProps {
  /** The pod; after its deletion, its last state. */
  pod: ApiObject;
  type: ResourceType;
  /** Whether the pod was deleted while displayed. */
  gone: boolean;
}

/**
 * A terminal in one of a pod's containers. Opens no session before the user requests it, and none in a deleted pod. A new
 * pod with the same name gets a new terminal, but the form of a debug container stays with what was typed.
 */
export function TerminalTab({ pod, type, gone }: TerminalTabProps) {
  const { cluster } = useClusterScope();
  /** The pod for which the form of a debug container is open, as it was then. */
  const [asked, setAsked] = useState<ApiObject>();
  /** The debug container to attach to as soon as it runs, and the uid of its pod. */
  const [awaited, setAwaited] = useState<{ container: string; uid: string | undefined }>();
  const { uid, namespace = "", name = "" } = pod.metadata;
  const onAttached = useCallback(() => setAwaited(undefined), []);
  const isSame = asked?.metadata.uid === uid;
  return (
    <>
      <Terminal
        key={uid}
        pod={pod}
        type={type}
        gone={gone}
        awaited={awaited?.uid === uid ? (awaited?.container ?? "") : ""}
        onAttached={onAttached}
        onDebug={() => setAsked(pod)}
      />
      <DebugDialog
        open={asked !== undefined}
        pod={name}
        gone={asked !== undefined && isGone({ object: pod, gone }, asked.metadata.uid)}
        containers={terminalContainers(isSame ? pod : (asked ?? pod))
          .filter(({ isRunning }) => isRunning)
          .map((each) => each.name)}
        onClose={() => setAsked(undefined)}
        onAdd={async (request) => {
          const container = await addDebugContainer(cluster.id, { namespace, pod: name }, request, randomSuffix());
          setAwaited({ container, uid });
        }}
      />
    </>
  );
}

interface TerminalProps extends TerminalTabProps {
  /** Name of a debug container to attach to as soon as it runs; empty for none. */
  awaited: string;
  onAttached(): void;
  /** Called when the user wants to add a debug container. */
  onDebug(): void;
}

function Terminal({ pod, type, gone, awaited, onAttached, onDebug }: TerminalProps) {
  const { t } = useTranslation();
  const { vocabulary } = useClusterScope();
  const { namespace = "", name = "" } = pod.metadata;
  const readOnly = useWriteRefusal();
  const mayNotDebug = useRefusal(type, ["patch"], [{ namespace, name }], "ephemeralcontainers");
  const containers = useMemo(() => terminalContainers(pod), [pod]);
  const [chosen, setChosen] = useState("");
  const [command, setCommand] = useState("");
  const talk = useConversation({ namespace, pod: name });
  const { begin } = talk;
  const openButton = useRef<HTMLButtonElement>(null);
  const current = containers.find((each) => each.name === chosen)?.name ?? usualContainer(pod, vocabulary);
  const container = containers.find((each) => each.name === current);

  const debug = containers.find((each) => each.name === awaited);
  const isDebugReady = debug?.isRunning === true;
  useEffect(() => {
    if (!isDebugReady) return;
    onAttached();
    begin({ mode: "attach", container: awaited, tty: true, stdin: true });
  }, [isDebugReady, awaited, begin, onAttached]);

  const open = (): void => {
    const words = splitCommand(command);
    if (words.length === 0) begin({ mode: "shell", container: current });
    else begin({ mode: "command", container: current, command: words });
  };
  const isTerminal = talk.request?.mode !== "attach" || talk.request.tty;
  const refusal = gone
    ? t("terminal.podGone", { name })
    : (readOnly ?? (container?.isRunning === true ? undefined : t("terminal.notRunning", { name: current })));
  return (
    <section className="terminalPanel">
      <Form
        className="activityBar"
        aria-label={t("terminal.bar")}
        onSubmit={() => {
          if (refusal === undefined) open();
        }}
      >
        {containers.length > 1 ? (
          <ChoiceMenu
            label={t("terminal.container")}
            value={current}
            options={containers.map((each) => ({
              value: each.name,
              label: each.isRunning ? each.name : `${each.name} – ${each.state || t("terminal.waiting")}`,
            }))}
            onChange={setChosen}
            testId="terminal-container"
          />
        ) : null}
        <input
          className="uiInput terminalCommand"
          aria-label={t("terminal.command")}
          placeholder={t("terminal.commandHint")}
          value={command}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setCommand(event.target.value)}
          data-testid="terminal-command"
        />
        <Button
          ref={openButton}
          type="submit"
          variant={talk.phase.name === "open" ? "plain" : "primary"}
          refusal={refusal}
          onClick={(event) => {
            event.preventDefault();
            open();
          }}
          data-testid="terminal-open"
        >
          {t(talk.phase.name === "idle" || gone ? "terminal.open" : "terminal.again")}
        </Button>
        <Button
          refusal={refusal}
          onClick={() =>
            begin({
              mode: "attach",
              container: current,
              tty: container?.tty ?? false,
              stdin: container?.stdin ?? false,
            })
          }
          data-testid="terminal-attach"
        >
          {t("terminal.attach")}
        </Button>
        <span className="spacer" />
        <Button icon="plus" refusal={gone ? refusal : mayNotDebug} onClick={onDebug} data-testid="terminal-debug">
          {t("terminal.debug")}
        </Button>
      </Form>
      {talk.phase.name === "ended" && talk.phase.end.kind === "refused" ? (
        <EmptyState icon="lock" tone="warn" title={t("terminal.refused")} testId="terminal-refusal">
          <p>
            <ErrorText error={talk.phase.end.error} />
          </p>
        </EmptyState>
      ) : talk.parts === undefined && gone ? (
        <EmptyState icon="keyboard" title={t("terminal.podGone", { name })} testId="terminal-gone">
          <p>{t("terminal.podGoneLead")}</p>
        </EmptyState>
      ) : talk.parts === undefined ? (
        <EmptyState icon="keyboard" title={t("terminal.idle", { name: current })} testId="terminal-idle">
          <p>{t("terminal.idleLead")}</p>
        </EmptyState>
      ) : (
        <Screen
          parts={talk.parts}
          isTerminal={isTerminal}
          onOpen={talk.onOpen}
          onEnd={talk.onEnd}
          onLeave={() => openButton.current?.focus()}
        />
      )}
      <TerminalStatus talk={talk} podGone={gone ? name : ""} awaited={awaited} awaitedState={debug?.state ?? ""} />
    </section>
  );
}
