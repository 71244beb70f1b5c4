import { Command } from "cmdk";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { ClusterSummary } from "../../shared/console/clusterSummary.ts";
import { groupBeside } from "../api/groupBeside.ts";
import { pluralKind, typeKey } from "../api/resourceType.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { distinction } from "../app/distinction.ts";
import { clusterUrl, listUrl } from "../app/urls.ts";
import { Icon } from "../ui/Icon.tsx";
import { type CommandTarget, clusterCommand, readCommand, unknownWord } from "./commandLine.ts";

const SHOWN = 12;
/** Maximum number of cluster names in the message about an unknown one. */
const NAMED = 5;

/** The address of a command's target. */
function commandUrl(cluster: string, target: CommandTarget): string {
  const path = listUrl(target.cluster ?? cluster, target.type);
  const params = new URLSearchParams();
  if (target.namespaces !== "") params.set("ns", target.namespaces);
  if (target.filter !== "") params.set("q", target.filter);
  if (target.labels !== "") params.set("labels", target.labels);
  return params.size === 0 ? path : `${path}?${params}`;
}

/** The targets of the line; Enter opens the first. */
export function CommandLineItems({ line, clusters, onGo }: { line: string; clusters: ClusterSummary[]; onGo(): void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { cluster, types, namespaces } = useClusterScope();
  const others = clusterCommand(line, clusters);
  if (others !== undefined && others.length > 0) {
    return (
      <Command.Group heading={t("clusters.title")}>
        {others.slice(0, SHOWN).map((each) => (
          <Command.Item
            key={each.id}
            className="menuItem"
            value={each.id}
            onSelect={() => {
              onGo();
              navigate(clusterUrl(each.id));
            }}
          >
            <span className="clusterMark" style={{ background: each.colour }} aria-hidden="true" />
            {each.name}
            <span className="spacer" />
            <span className="faint">{distinction(each, clusters) ?? t(`clusters.${each.kind}`)}</span>
          </Command.Item>
        ))}
      </Command.Group>
    );
  }
  const targets = readCommand(line, { types, clusters, namespaces }).slice(0, SHOWN);
  const unknown = unknownWord(line, { types, clusters });
  if (targets.length === 0) {
    return (
      <Command.Item disabled className="paletteEmpty" value="hint">
        {unknown === undefined ? null : (
          <strong className="paletteUnknown" data-testid="command-unknown">
            {t(unknown.missing === "kind" ? "browse.noKind" : "browse.noCluster", { word: unknown.word })}
          </strong>
        )}
        <span>
          {unknown?.missing === "cluster"
            ? t("browse.clusterHint", {
                names: clusters
                  .slice(0, NAMED)
                  .map(({ name }) => name)
                  .join(", "),
              })
            : t("browse.commandHint")}
        </span>
      </Command.Item>
    );
  }
  return (
    <Command.Group heading={t("palette.kinds")}>
      {targets.map((target) => {
        const where = clusters.find((each) => each.id === target.cluster)?.name;
        const notes = [
          groupBeside(target.type, types),
          target.namespaces,
          target.filter && `/${target.filter}`,
          target.labels,
          where && `@${where}`,
        ];
        return (
          <Command.Item
            key={typeKey(target.type)}
            className="menuItem"
            value={typeKey(target.type)}
            onSelect={() => {
              onGo();
              navigate(commandUrl(cluster.id, target));
            }}
          >
            <span className="faint">
              <Icon name="arrowRight" />
            </span>
            {pluralKind(target.type.kind, target.type.resource)}
            <span className="spacer" />
            <span className="faint mono">{notes.filter((note) => note).join("  ")}</span>
          </Command.Item>
        );
      })}
    </Command.Group>
  );
}
