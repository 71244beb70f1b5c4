import { useTranslation } from "react-i18next";
import { useClusterScope } from "../app/clusterContext.ts";
import { useWriteRefusal } from "../app/useWriteRefusal.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Menu, MenuChoices, MenuLabel } from "../ui/layers/Menu.tsx";
import { Tooltip } from "../ui/layers/Tooltip.tsx";
import { simulation } from "./simulation.ts";
import { useClusterNow, useSandboxTime, useSteering } from "./useSimulation.ts";
import "./TimeControls.css";

const SPEEDS = [0.1, 0.5, 1, 2, 10, 60];

/** Pauses, resumes, steps and speeds up a sandbox's time. Renders nothing if time is not simulated. */
export function TimeControls() {
  const { t, i18n } = useTranslation();
  const { cluster } = useClusterScope();
  const refusal = useWriteRefusal();
  const steer = useSteering();
  const time = useSandboxTime();
  const now = useClusterNow();
  if (time === undefined) return null;
  const { running, speed } = time;
  const clock = new Intl.DateTimeFormat(i18n.language, { timeStyle: "medium", hourCycle: "h23" }).format(now);
  return (
    <fieldset
      className="timeControls"
      aria-label={t("sandbox.time")}
      data-testid="time-controls"
      data-running={running}
    >
      <Button
        variant="quiet"
        icon={running ? "pause" : "play"}
        aria-label={t(running ? "sandbox.stopTip" : "sandbox.goTip")}
        refusal={refusal}
        onClick={() => void steer(simulation.setTime(cluster.id, { running: !running }))}
        data-testid="time-toggle"
      />
      <Button
        variant="quiet"
        icon="step"
        aria-label={t("sandbox.stepTip")}
        refusal={refusal ?? (running ? t("sandbox.stepStopped") : undefined)}
        onClick={() => void steer(simulation.stepTime(cluster.id))}
        data-testid="time-step"
      />
      <Tooltip text={running ? t("sandbox.timeTip") : t("sandbox.stoppedTip")}>
        <time className={running ? "timeNow" : "timeNow warn"} dateTime={new Date(now).toISOString()}>
          {clock}
        </time>
      </Tooltip>
      <Menu
        trigger={
          <button
            type="button"
            className="timeSpeed"
            aria-label={t("sandbox.speed", { speed })}
            data-testid="time-speed"
          >
            {`${speed}×`}
            <Icon name="chevronDown" size={12} />
          </button>
        }
      >
        <MenuLabel>{t("sandbox.speedTitle")}</MenuLabel>
        <MenuChoices
          label={t("sandbox.speedTitle")}
          value={String(speed)}
          options={SPEEDS.map((each) => ({
            value: String(each),
            label: (
              <>
                <span className="speedName">{`${each}×`}</span>
                <span className="faint">{t("sandbox.inASecond", { seconds: each })}</span>
              </>
            ),
            testId: `speed-${each}`,
          }))}
          onChange={(chosen) => void steer(simulation.setTime(cluster.id, { speed: Number(chosen) }))}
          disabled={refusal !== undefined}
        />
      </Menu>
    </fieldset>
  );
}
