import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { clockTime } from "../activity/formats.ts";
import { Button } from "../ui/Button.tsx";
import { Segmented } from "../ui/forms/Segmented.tsx";
import type { Timeline } from "./model/timeline.ts";
import { type Player, SPEEDS, type Speed } from "./usePlayer.ts";

/** Controls to pause, resume, step, slow down and rewind the picture. */
export function PlayBar({ player, timeline }: { readonly player: Player; readonly timeline: Timeline }) {
  const { t } = useTranslation();
  const { isPlaying, speed } = player;
  const { actions, position } = timeline;
  const at = actions[position - 1]?.at;
  const waiting = actions.length - position;
  const part = actions.length === 0 ? 1 : position / actions.length;
  return (
    <fieldset className="playBar" aria-label={t("orrery.player")}>
      <Button
        icon="chevronLeft"
        aria-label={t("orrery.back")}
        disabled={position === 0}
        onClick={() => player.moveTo(position - 1)}
        data-testid="orrery-back"
      />
      <Button
        icon={isPlaying ? "pause" : "play"}
        aria-label={t(isPlaying ? "orrery.pause" : "orrery.play")}
        onClick={() => player.setPlaying(!isPlaying)}
        data-testid="orrery-play"
      />
      <Button icon="step" aria-label={t("orrery.step")} onClick={() => player.step()} data-testid="orrery-step" />
      <Segmented
        label={t("orrery.speed")}
        value={String(speed)}
        options={SPEEDS.map((each) => ({ value: String(each), label: each === 0.25 ? "¼×" : `${each}×` }))}
        onChange={(value) => player.setSpeed(Number(value) as Speed)}
      />
      <input
        type="range"
        className="playPosition"
        style={{ "--part": part } as CSSProperties}
        aria-label={t("orrery.position")}
        min={0}
        max={actions.length}
        value={position}
        aria-valuetext={at === undefined ? t("orrery.nothing") : clockTime(Date.parse(at))}
        onChange={(event) => player.moveTo(Number(event.target.value))}
        data-testid="orrery-position"
      />
      <span className="muted tabular playTime" data-testid="orrery-time">
        {at === undefined ? "" : clockTime(Date.parse(at))}
      </span>
      {waiting > 0 ? <span className="faint tabular">{t("orrery.waiting", { count: waiting })}</span> : null}
    </fieldset>
  );
}
