import { memo, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { grouped } from "../ui/numbers.ts";
import { MARKS } from "./draw/picture.ts";
import type { Found } from "./model/bodies.ts";
import type { Chain } from "./model/chain.ts";
import { pulsesOf } from "./model/pulses.ts";
import { ringOf } from "./model/ring.ts";
import { OrreryCanvas } from "./OrreryCanvas.tsx";
import { useCast } from "./useCast.ts";
import type { Showing } from "./usePlayer.ts";
import type { LiveTimeline } from "./useTimeline.ts";

export interface OrreryPictureProps {
  readonly live: LiveTimeline;
  readonly showing: Showing | undefined;
  /** The followed actions. */
  readonly chain: Chain | undefined;
  onChoose(found: Found): void;
}

/**
 * The picture with its legend. Only this component follows the nodes and pods, so the adjacent list does not render
 * again when they change.
 */
export const OrreryPicture = memo(function OrreryPicture({ live, showing, chain, onChoose }: OrreryPictureProps) {
  const { t } = useTranslation();
  const { timeline } = live;
  const cast = useCast(timeline, !live.isGuessed);
  const trails = useMemo(
    () => (chain === undefined ? [] : pulsesOf(chain.actions, timeline.made, undefined)),
    [chain, timeline.made],
  );
  const { revision, kinds } = useMemo(
    () => ringOf(timeline.actions, timeline.position, MARKS),
    [timeline.actions, timeline.position],
  );
  return (
    <div className="skyFrame">
      <OrreryCanvas
        cast={cast}
        showing={showing}
        ring={kinds}
        revision={revision}
        revisionText={revision === 0 ? "" : t("orrery.revision", { revision: grouped(revision) })}
        followed={chain?.bodies}
        trails={trails}
        label={t("orrery.picture", { actors: cast.actors.length, nodes: cast.nodes.length })}
        onChoose={onChoose}
      />
      <ul className="skyKey" aria-hidden="true">
        <li className="in">{t("orrery.write")}</li>
        <li className="out">{t("orrery.told")}</li>
        <li className="refused">{t("orrery.isRefused")}</li>
      </ul>
      <p className="skySum">
        {cast.isWhole ? t("orrery.sum", { nodes: cast.nodes.length, pods: cast.pods }) : t("orrery.unreadSum")}
      </p>
    </div>
  );
});
