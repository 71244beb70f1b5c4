import { type KeyboardEvent, type PointerEvent, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useClusterScope } from "../app/clusterContext.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { bounded, dockHeight, dockIsOpen } from "./dockState.ts";
import { Prompt } from "./Prompt.tsx";
import { TranscriptView } from "./TranscriptView.tsx";
import { useCommandLine } from "./useCommandLine.ts";
import "./commandLine.css";

/** Pixels by which an arrow key moves the edge. */
const STEP = 24;

/** The command line at the bottom of a cluster's pages. */
export function CommandDock() {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const height = useSyncExternalStore(dockHeight.subscribe, dockHeight.read);
  const line = useCommandLine();
  return (
    <section
      className="commandDock"
      style={{ height }}
      aria-label={t("commandLine.title")}
      data-testid="command-dock"
      data-running={line.isRunning}
    >
      <Edge height={height} />
      <header className="commandHead">
        <Icon name="terminal" size={14} />
        <b>{t("commandLine.title")}</b>
        <span className="muted">
          {cluster.name} · {line.namespace}
        </span>
        <span className="spacer" />
        {line.isRunning ? (
          <Button className="small" onClick={() => line.stop()} data-testid="command-stop">
            {t("commandLine.stop")} <kbd>Ctrl C</kbd>
          </Button>
        ) : null}
        <Button className="small" variant="quiet" onClick={() => line.clear()}>
          {t("commandLine.clear")}
        </Button>
        <Button
          variant="quiet"
          icon="close"
          aria-label={t("commandLine.close")}
          onClick={() => dockIsOpen.write(false)}
          data-testid="command-close"
        />
      </header>
      <TranscriptView entries={line.entries} />
      <Prompt line={line} />
    </section>
  );
}

/** The upper edge, with which the user changes the height of the dock. */
function Edge({ height }: { readonly height: number }) {
  const { t } = useTranslation();
  const drag = (event: PointerEvent<HTMLHRElement>): void => {
    event.preventDefault();
    const { currentTarget, pointerId, clientY } = event;
    currentTarget.setPointerCapture(pointerId);
    currentTarget.onpointermove = (move) => dockHeight.write(bounded(height + clientY - move.clientY));
    currentTarget.onlostpointercapture = () => {
      currentTarget.onpointermove = null;
    };
  };
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    dockHeight.write(bounded(height + by));
  };
  return (
    <hr
      className="commandEdge"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={t("commandLine.height")}
      aria-valuenow={height}
      onPointerDown={drag}
      onKeyDown={move}
    />
  );
}
