import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { isApiError } from "../../../shared/status.ts";
import { shownText } from "../../../shared/text/shownText.ts";
import { useRefusal } from "../../access/refusals/useRefusal.ts";
import { ActionMenu } from "../../actions/ActionMenu.tsx";
import { pluralKind, type ResourceType, typeKey } from "../../api/resourceType.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Discovering } from "../../app/Discovering.tsx";
import { GroupBeside } from "../../app/GroupBeside.tsx";
import { groupFromUrl, listUrl, namespaceFromUrl, type ObjectTab, objectUrl } from "../../app/urls.ts";
import { useNavigateIfCurrent } from "../../app/useNavigateIfCurrent.ts";
import { TroubleMenu } from "../../sandbox/TroubleMenu.tsx";
import { TroubleStrip } from "../../sandbox/TroubleStrip.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { DeleteDialog } from "../deletion/DeleteDialog.tsx";
import { StateBadge } from "../list/StateBadge.tsx";
import { isGone } from "../live/isGone.ts";
import { useLiveObject } from "../live/useLiveObject.ts";
import { ObjectTrouble } from "./ObjectTrouble.tsx";
import { tabsOf } from "./objectTabs.tsx";
import { unknownType } from "./unknownType.ts";
import { useHeldUid } from "./useHeldUid.ts";

/** Everything about one object, in tabs that are part of the address. */
export function ObjectPage() {
  const { types, discovering } = useClusterScope();
  const params = useParams();
  const group = groupFromUrl(params["group"] ?? "");
  const version = params["version"] ?? "";
  const resource = params["resource"] ?? "";
  const namespace = namespaceFromUrl(params["namespace"] ?? "");
  const name = params["name"] ?? "";
  const tab = (params["tab"] ?? "overview") as ObjectTab;
  const type = types.find((e) => e.group === group && e.version === version && e.resource === resource);
  if (type === undefined && discovering) return <Discovering />;
  const known = type ?? unknownType({ group, version, resource }, namespace !== "");
  // Every object gets a separate page, so that typed text and expanded parts do not carry over.
  return (
    <ObjectView key={`${typeKey(known)}/${namespace}/${name}`} type={known} named={{ namespace, name }} tab={tab} />
  );
}

interface ObjectViewProps {
  type: ResourceType;
  named: { namespace: string; name: string };
  tab: ObjectTab;
}

function ObjectView({ type: known, named, tab }: ObjectViewProps) {
  const { t } = useTranslation();
  const { cluster, namespaces: chosen } = useClusterScope();
  const navigate = useNavigate();
  const goOn = useNavigateIfCurrent();
  const [deleting, setDeleting] = useState(false);
  const { namespace, name } = named;
  const { group, version, resource } = known;
  const locator = { group, version, resource, namespace, name };
  const live = useLiveObject(cluster.id, known, named);
  const mayNotDelete = useRefusal(known, ["delete"], [named]);
  const data = live.object;
  const doomed = useHeldUid(deleting, data?.metadata.uid);
  const isMissing = data === undefined && isApiError(live.error, "NotFound");
  const list = { url: listUrl(cluster.id, locator, chosen), name: pluralKind(known.kind, resource) };
  return (
    <>
      <div className="pageHead">
        <div className="crumbs">
          <Link to={list.url}>{list.name}</Link>
          <GroupBeside type={known} />
          <span className="sep">/</span>
          {namespace === "" ? null : (
            <>
              <span className="muted">{namespace}</span>
              <span className="sep">/</span>
            </>
          )}
          <h1>{shownText(name)}</h1>
        </div>
        {data?.metadata.deletionTimestamp && !live.gone ? <Badge tone="warn">{t("list.deletingRow")}</Badge> : null}
        {live.gone ? <Badge tone="bad">{t("object.deleted")}</Badge> : null}
        {isMissing ? null : <StateBadge state={live.state} onRetry={live.retry} />}
        <span className="spacer" />
        {data === undefined ? null : (
          <>
            {live.gone ? null : <TroubleMenu object={data} />}
            <ActionMenu object={data} type={known} locator={locator} gone={live.gone} />
          </>
        )}
        {isMissing ? null : (
          <Button
            variant="danger"
            icon="trash"
            onClick={() => setDeleting(true)}
            refusal={live.gone ? t("object.deletedText") : mayNotDelete}
            data-testid="delete"
          >
            {t("object.delete")}
          </Button>
        )}
      </div>
      {data === undefined ? null : <TroubleStrip of={data} />}
      {data === undefined ? (
        <ObjectTrouble error={live.error} onRetry={live.retry} list={list} />
      ) : (
        <Tabs
          label={t("object.tabs")}
          current={tab}
          onChange={(next) => navigate(objectUrl(cluster.id, locator, { namespace, name }, next as ObjectTab))}
          tabs={tabsOf({ object: data, type: known, locator, live, t })}
        />
      )}
      <DeleteDialog
        open={deleting}
        type={known}
        locator={locator}
        uid={doomed}
        gone={deleting && isGone(live, doomed)}
        onClose={() => setDeleting(false)}
        onDone={() => goOn(list.url)}
      />
    </>
  );
}
