import { useTranslation } from "react-i18next";
import { shownText } from "../../shared/text/shownText.ts";
import { STATES } from "../overview/model/finding.ts";
import { type MapNode, WRONG } from "./model/clusterMap.ts";
import { tallyPods, worstFinding } from "./model/nodeState.ts";

/** The texts of a node of the map. */
export function useNodeWords() {
  const { t } = useTranslation();
  const notesOf = (node: MapNode) => {
    const say = (isWrong: boolean): string =>
      node.notes
        .filter(({ id }) => WRONG.has(id) === isWrong)
        .map(({ id, values }) => t(`map.note.${id}`, values))
        .join(", ");
    return { wrong: node.presence === "missing" ? t("map.missing") : say(true), plain: say(false) };
  };
  const podsOf = ({ pods }: MapNode): string => {
    const tally = tallyPods(pods);
    return STATES.filter((state) => tally[state] > 0)
      .map((state) => `${tally[state]} ${t(`overview.state.${state}`)}`)
      .join(", ");
  };
  /** The content of the node's card, in one line. */
  const labelOf = (node: MapNode): string => {
    const { wrong, plain } = notesOf(node);
    const pods = node.kind === "Pod" || node.pods.length === 0 ? "" : t("map.pods", { count: node.pods.length });
    const parts = [
      `${node.kind} ${node.name}`,
      worstFinding(node)?.word ?? "",
      wrong,
      plain,
      pods,
      pods && podsOf(node),
    ];
    return shownText(parts.filter((part) => part !== "").join(", "));
  };
  return { notesOf, labelOf };
}
