import { useTranslation } from "react-i18next";
import { shownText } from "../../shared/text/shownText.ts";
import { STATES, TONE_OF } from "../overview/model/finding.ts";
import { grouped } from "../ui/numbers.ts";
import type { MapNode } from "./model/clusterMap.ts";
import { podId } from "./model/findSelected.ts";
import { tallyPods } from "./model/nodeState.ts";
import "../overview/PodDot.css";
import "./PodDots.css";

export interface PodDotsProps {
  node: MapNode;
  label: string;
  /** Whether the pods can be reached by Tab. */
  isReached: boolean;
  onSelect(id: string): void;
}

/** Maximum number of dots in a node. */
const DOTS = 11;

/**
 * The pods of a workload as dots with the colour and shape of their state; if there are many pods, the number per
 * state.
 */
export function PodDots({ node, label, isReached, onSelect }: PodDotsProps) {
  const { t } = useTranslation();
  if (node.pods.length > DOTS) return <PodCounts pods={node.pods} />;
  return (
    <ul className="mapPods" aria-label={label}>
      {node.pods.map((pod) => (
        <li key={pod.uid}>
          <button
            type="button"
            className={`podDot ${TONE_OF[pod.finding.state]}`}
            data-state={pod.finding.state}
            tabIndex={isReached ? 0 : -1}
            data-tip={`${pod.name}: ${pod.finding.word}`}
            aria-label={shownText(`${pod.name}: ${pod.finding.word}`)}
            onClick={() => onSelect(podId(node.namespace, pod.name))}
          />
        </li>
      ))}
      <li className="faint">
        {node.kind === "Pod" ? shownText(node.finding?.word ?? "") : t("map.pods", { count: node.pods.length })}
      </li>
    </ul>
  );
}

/** The number of pods in each state. */
export function PodCounts({ pods }: Pick<MapNode, "pods">) {
  const { t } = useTranslation();
  const tally = tallyPods(pods);
  const states = STATES.filter((state) => tally[state] > 0);
  return (
    <ul className="mapPods" aria-label={t("map.pods", { count: pods.length })}>
      {states.map((state) => (
        <li key={state}>
          <i className={`podDot ${TONE_OF[state]}`} data-state={state} aria-hidden="true" />
          {states.length === 1 ? null : grouped(tally[state])}
          <span className="visuallyHidden">{t(`overview.state.${state}`)}</span>
        </li>
      ))}
      <li className="faint">{t("map.pods", { count: pods.length })}</li>
    </ul>
  );
}
