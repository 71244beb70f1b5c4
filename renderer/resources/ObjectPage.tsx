import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { useObject } from "../api/queries.ts";
import { pluralKind, spacedKind } from "../api/resourceType.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { groupFromUrl, listUrl, namespaceFromUrl, type ObjectTab, objectUrl } from "../app/urls.ts";
import { Badge } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { EventList } from "./EventList.tsx";
import { ObjectOverview } from "./ObjectOverview.tsx";
import { ObjectTrouble } from "./ObjectTrouble.tsx";

const ObjectEditor = lazy(() => import("../editor/ObjectEditor.tsx").then((m) => ({ default: m.ObjectEditor })));

/** Everything about one object, in tabs that are part of the address. */
export function ObjectPage() {
  const { t } = useTranslation();
  const { cluster, types, discovering, namespace: chosen } = useClusterScope();
  const params = useParams();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const group = groupFromUrl(params["group"] ?? "");
  const version = params["version"] ?? "";
  const resource = params["resource"] ?? "";
  const namespace = namespaceFromUrl(params["namespace"] ?? "");
  const name = params["name"] ?? "";
  const tab = (params["tab"] ?? "overview") as ObjectTab;
  const locator = { group, version, resource, namespace, name };
  const object = useObject(cluster.id, locator);
  const type = types.find((e) => e.group === group && e.version === version && e.resource === resource);
  if (type === undefined && discovering) return <Loading />;
  const known = type ?? {
    group,
    version,
    resource,
    kind: object.data?.kind ?? resource,
    singular: "",
    namespaced: namespace !== "",
    verbs: ["get", "delete", "patch"],
    shortNames: [],
    categories: [],
    subresources: [],
    preferred: true,
  };
  const data = object.data;
  const gone = object.error !== null && "code" in object.error && object.error.code === 404;
  return (
    <>
      <div className="pageHead">
        <div className="crumbs">
          <Link to={listUrl(cluster.id, locator, chosen)}>{spacedKind(pluralKind(known.kind, resource))}</Link>
          <span className="sep">/</span>
          {namespace === "" ? null : (
            <>
              <span className="muted">{namespace}</span>
              <span className="sep">/</span>
            </>
          )}
          <h1>{name}</h1>
        </div>
        {data?.metadata.deletionTimestamp ? <Badge tone="warn">{t("list.deletingRow")}</Badge> : null}
        {gone && data !== undefined ? <Badge tone="bad">{t("object.gone")}</Badge> : null}
        <span className="spacer" />
        <Button
          variant="danger"
          icon="trash"
          onClick={() => setDeleting(true)}
          refusal={known.verbs.includes("delete") ? undefined : t("object.notAllowed", { verb: "delete", resource })}
          data-testid="delete"
        >
          {t("object.delete")}
        </Button>
      </div>
      {data === undefined ? (
        <ObjectTrouble error={object.error} onRetry={() => void object.refetch()} />
      ) : (
        <Tabs
          label={t("object.tabs")}
          current={tab}
          onChange={(next) => navigate(objectUrl(cluster.id, locator, { namespace, name }, next as ObjectTab))}
          tabs={[
            {
              id: "overview",
              label: t("object.overview"),
              content: (
                <div className="pageScroll">
                  <ObjectOverview object={data} type={known} />
                </div>
              ),
            },
            {
              id: "yaml",
              label: t("object.yaml"),
              content: (
                <Suspense fallback={<Loading text={t("editor.loading")} />}>
                  <ObjectEditor
                    key={data.metadata.uid}
                    object={data}
                    type={known}
                    onChanged={() => void object.refetch()}
                  />
                </Suspense>
              ),
            },
            {
              id: "events",
              label: t("object.events"),
              content: (
                <div className="pageScroll padded">
                  <EventList object={data} kind={known.kind} />
                </div>
              ),
            },
          ]}
        />
      )}
      <DeleteDialog
        open={deleting}
        type={known}
        locator={locator}
        uid={data?.metadata.uid}
        onClose={() => setDeleting(false)}
        onDone={() => navigate(listUrl(cluster.id, locator, chosen))}
      />
    </>
  );
}
