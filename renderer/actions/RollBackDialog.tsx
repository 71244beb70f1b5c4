import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { stringify } from "yaml";
import type { ApiObject } from "../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../shared/resourcePath.ts";
import { ErrorNotice } from "../access/refusals/ErrorNotice.tsx";
import { FailedWrite } from "../access/refusals/FailedWrite.tsx";
import { request } from "../api/requests/request.ts";
import { useSingleMutation } from "../api/requests/useSingleMutation.ts";
import { useViewAs } from "../api/viewAs.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { GoneNotice } from "../app/GoneNotice.tsx";
import { Loading } from "../app/Loading.tsx";
import { fieldManager } from "../editor/applyRequest.ts";
import { curlLine } from "../requests/curlLine.ts";
import { RequestPreview } from "../requests/RequestPreview.tsx";
import { shellAccess } from "../requests/shellAccess.ts";
import { Age } from "../ui/age/Age.tsx";
import { Badge } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/layers/Dialog.tsx";
import { useToast } from "../ui/layers/Toast.tsx";
import { undoLine } from "./model/commandLine.ts";
import { revisionsOf, rollBackRequest } from "./model/rollback.ts";
import "./RollBackDialog.css";

const DiffView = lazy(() => import("../editor/diff/DiffView.tsx"));

export interface RollBackDialogProps {
  object: ApiObject;
  locator: ResourceLocator;
  gone: boolean;
  onClose(): void;
}

/** Shows the revisions of a workload and what each would change, and rolls back to one. */
export function RollBackDialog({ object, locator, gone, onClose }: RollBackDialogProps) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const toast = useToast();
  const { namespace = "", name = "" } = locator;
  const kept = useQuery({
    queryKey: ["revisions", cluster.id, object.metadata.uid, object.metadata.resourceVersion],
    queryFn: async ({ signal }) => {
      const { body } = await request<{ items: ApiObject[] }>(cluster.id, { path: keptPath(object, namespace), signal });
      return body.items;
    },
    // The object changes during a rollout: the revisions stay in view while they are read again.
    placeholderData: keepPreviousData,
  });
  const revisions = useMemo(() => revisionsOf(object, kept.data ?? [], vocabulary), [object, kept.data, vocabulary]);
  const others = revisions.filter(({ isCurrent }) => !isCurrent);
  const [number, setNumber] = useState<number>();
  const chosen = others.find((revision) => revision.number === number) ?? others[0];
  const current = revisions.find(({ isCurrent }) => isCurrent);
  const access = shellAccess(cluster, useViewAs(cluster.id));
  const planned = rollBackRequest(locator, chosen ?? { template: {} }, fieldManager(cluster.id));
  const send = useSingleMutation({
    mutationFn: () => request(cluster.id, planned),
    onSuccess: () => {
      toast(t("actions.rollBack.done", { name, number: chosen?.number }));
      onClose();
    },
  });
  const isLost = gone && !send.isPending;
  return (
    <Dialog
      open
      wide={chosen !== undefined}
      onClose={onClose}
      title={t(send.isError ? "actions.rollBack.failed" : "actions.rollBack.title", { name })}
      {...(chosen === undefined ? {} : { description: t("actions.rollBack.text") })}
      testId="rollback-dialog"
    >
      <GoneNotice gone={isLost} name={name} />
      {kept.isPending ? <Loading /> : null}
      <ErrorNotice error={kept.error} />
      <FailedWrite error={send.error} testId="action-error" />
      {kept.data !== undefined && chosen === undefined ? <p className="faint">{t("actions.rollBack.none")}</p> : null}
      {chosen === undefined ? null : (
        <div className="rollBack">
          <ul className="rollBackList" aria-label={t("actions.rollBack.revisions")}>
            {revisions.map((revision) => (
              <li key={revision.name}>
                <button
                  type="button"
                  className="rollBackChoice"
                  disabled={revision.isCurrent}
                  aria-pressed={revision === chosen}
                  onClick={() => setNumber(revision.number)}
                  data-testid={`revision-${revision.number}`}
                >
                  <b>{t("actions.rollBack.revision", { number: revision.number })}</b>
                  {revision.isCurrent ? <Badge tone="neutral">{t("actions.rollBack.current")}</Badge> : null}
                  <span className="muted">
                    <Age since={Date.parse(revision.created)} />
                  </span>
                  {revision.cause === "" ? null : <span className="rollBackCause">{revision.cause}</span>}
                </button>
              </li>
            ))}
          </ul>
          <div className="rollBackDiff">
            <Suspense fallback={<Loading />}>
              <DiffView before={stringify(current?.template ?? {})} after={stringify(chosen.template)} />
            </Suspense>
          </div>
        </div>
      )}
      {chosen === undefined ? null : (
        <RequestPreview curl={[curlLine(access, planned)]} client={[undoLine(locator, chosen.number, access)]} />
      )}
      <div className="dialogActions">
        <Button onClick={onClose}>{t(chosen === undefined ? "app.close" : "app.cancel")}</Button>
        {chosen === undefined ? null : (
          <Button
            variant="primary"
            disabled={send.isPending}
            refusal={isLost ? t("object.deletedMeanwhile", { name }) : undefined}
            onClick={() => send.mutate()}
            data-testid="rollback-confirm"
          >
            {t("actions.rollBack.do", { number: chosen.number })}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** The list path of the objects that store a workload's revisions, filtered by its labels. */
function keptPath({ kind, ...object }: ApiObject, namespace: string): string {
  const resource = kind === "Deployment" ? "replicasets" : "controllerrevisions";
  const { selector } = object["spec"] as { selector?: { matchLabels?: Readonly<Record<string, string>> } };
  const labels = Object.entries(selector?.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  const path = resourcePath({ group: "apps", version: "v1", resource, namespace });
  return withQuery(path, { labelSelector: labels.join(",") });
}
