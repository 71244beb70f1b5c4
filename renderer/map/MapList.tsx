import { useTranslation } from "react-i18next";
import { shownText } from "../../shared/text/shownText.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { CauseText } from "../overview/CauseText.tsx";
import { TONE_OF } from "../overview/model/finding.ts";
import { useClusterNow } from "../sandbox/useSimulation.ts";
import { Dot } from "../ui/Badge.tsx";
import { useGradualCount } from "../ui/useGradually.tsx";
import type { MapEdge, MapNode, Relation } from "./model/clusterMap.ts";
import { nodeState, worstFinding } from "./model/nodeState.ts";
import type { DrawnMap } from "./useClusterMap.ts";
import { useGroupName } from "./useGroupName.ts";
import { useNodeWords } from "./useNodeWords.ts";
import "./MapList.css";

/** Number of nodes listed initially, and added at each step. */
const STEP = 200;
/** Maximum number of nodes that a sentence names; for more, it only has their number. */
const NAMED = 12;
/** Milliseconds between two updates of ages. */
const UPDATE_INTERVAL = 5_000;

export interface MapListProps {
  drawn: DrawnMap;
  selected: string;
  onSelect(id: string): void;
}

/** The content of the drawing, in sentences. */
export function MapList({ drawn, selected, onSelect }: MapListProps) {
  const { namespace } = useClusterScope();
  const groupName = useGroupName();
  const now = useClusterNow(UPDATE_INTERVAL);
  const { count, more } = useGradualCount(drawn.shown.nodes.length, STEP, STEP);
  let left = count;
  const groups = drawn.groups.flatMap((group) => {
    const nodes = group.nodes.slice(0, Math.max(0, left));
    left -= nodes.length;
    return nodes.length === 0 ? [] : [{ group, nodes }];
  });
  return (
    <div className="pageScroll mapList" data-testid="map-list">
      {groups.map(({ group, nodes }) => (
        <section key={group.key} aria-label={groupName(group)}>
          <h2>
            {groupName(group)}
            {namespace === "" && group.namespace !== "" ? <span className="faint">{group.namespace}</span> : null}
          </h2>
          <ul>
            {nodes.map((node) => (
              <Entry
                key={node.id}
                node={node}
                drawn={drawn}
                isSelected={node.id === selected}
                now={now}
                onSelect={onSelect}
              />
            ))}
          </ul>
        </section>
      ))}
      {more}
    </div>
  );
}

interface EntryProps {
  node: MapNode;
  drawn: DrawnMap;
  isSelected: boolean;
  /** Milliseconds since the epoch, by the clock of the cluster. */
  now: number;
  onSelect(id: string): void;
}

function Entry({ node, drawn, isSelected, now, onSelect }: EntryProps) {
  const words = useNodeWords();
  const state = nodeState(node);
  const cause = worstFinding(node)?.cause;
  const sentences = useSentences(node, drawn);
  return (
    <li className={isSelected ? "mapEntry selected" : "mapEntry"} data-testid="map-entry">
      <Dot {...(state === undefined ? {} : { tone: TONE_OF[state] })} />
      <div>
        <button type="button" className="mapEntryName" aria-pressed={isSelected} onClick={() => onSelect(node.id)}>
          {words.labelOf(node)}
        </button>
        {cause === undefined ? null : (
          <p>
            <CauseText cause={cause} now={now} />
          </p>
        )}
        {sentences.map((sentence) => (
          <p key={sentence} className="muted">
            {sentence}
          </p>
        ))}
      </div>
    </li>
  );
}

/** The connections of a node, with one sentence for each kind of line. */
function useSentences(node: MapNode, { adjacency }: DrawnMap): string[] {
  const { t } = useTranslation();
  const say = (edges: readonly MapEdge[], end: "from" | "to"): string[] => {
    const byRelation = new Map<Relation, string[]>();
    for (const edge of edges) {
      const [kind, , name] = edge[end].split("/");
      for (const relation of edge.relations) {
        byRelation.set(relation, [...(byRelation.get(relation) ?? []), `${kind} ${name}`]);
      }
    }
    const verbs = end === "to" ? "whole" : "reverse";
    return [...byRelation].map(([relation, names]) => {
      const rest = names.length > NAMED ? `, ${t("browse.andMore", { count: names.length - NAMED })}` : "";
      return `${t(`map.${verbs}.${relation}`)} ${shownText(names.slice(0, NAMED).join(", "))}${rest}`;
    });
  };
  return [...say(adjacency.from(node.id), "to"), ...say(adjacency.to(node.id), "from")];
}
