import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ApiObject } from "../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../shared/resourcePath.ts";
import { isApiError } from "../../shared/status.ts";
import { ErrorNotice } from "../access/refusals/ErrorNotice.tsx";
import { request } from "../api/requests/request.ts";
import { useSingleMutation } from "../api/requests/useSingleMutation.ts";
import { useViewAs } from "../api/viewAs.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { GoneNotice } from "../app/GoneNotice.tsx";
import { Loading } from "../app/Loading.tsx";
import { OnCluster } from "../app/OnCluster.tsx";
import { objectUrl } from "../app/urls.ts";
import { fieldManager } from "../editor/applyRequest.ts";
import { curlLine } from "../requests/curlLine.ts";
import { RequestPreview } from "../requests/RequestPreview.tsx";
import { shellAccess } from "../requests/shellAccess.ts";
import { Button } from "../ui/Button.tsx";
import { CheckLine } from "../ui/forms/CheckLine.tsx";
import { Dialog } from "../ui/layers/Dialog.tsx";
import { drainLine } from "./model/commandLine.ts";
import { type DrainedPod, drainPlan, isEvicted, isLoss } from "./model/drain.ts";
import { type DrainProgress, drainNode } from "./model/drainNode.ts";
import { evictionOf, requestOf } from "./model/plannedAction.ts";
import "./DrainDialog.css";
import { ScrollRegion } from "../ui/ScrollRegion.tsx";

/** Milliseconds between two attempts. */
const PAUSE = 2_000;
const PODS = { group: "", version: "v1", resource: "pods" };

export interface DrainDialogProps {
  object: ApiObject;
  locator: ResourceLocator;
  gone: boolean;
  onClose(): void;
}

/** Shows what will happen to the pods of a node, cordons the node, and evicts its pods. */
export function DrainDialog({ object, locator, gone, onClose }: DrainDialogProps) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const access = shellAccess(cluster, useViewAs(cluster.id));
  const { name = "" } = locator;
  const [accepted, setAccepted] = useState(false);
  const [progress, setProgress] = useState<ReadonlyMap<string, DrainProgress>>(new Map());
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const pods = useQuery({
    queryKey: ["podsOnNode", cluster.id, name],
    queryFn: async ({ signal }) => {
      const path = withQuery(resourcePath(PODS), { fieldSelector: `spec.nodeName=${name}` });
      return drainPlan((await request<{ items: ApiObject[] }>(cluster.id, { path, signal })).body.items, vocabulary);
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const plan = pods.data ?? [];
  const leaving = plan.filter(isEvicted);
  const mustAccept = plan.some(isLoss);
  const cordon = requestOf("cordon", { object, locator, vocabulary, fieldManager: fieldManager(cluster.id), now: 0 });
  const drain = useSingleMutation({
    mutationFn: async (again: boolean) => {
      const ended = new AbortController();
      stop.current = ended;
      await request(cluster.id, cordon);
      // A retry only covers the remaining pods.
      const now = again ? ((await pods.refetch()).data ?? plan) : plan;
      return drainNode(now.filter(isEvicted), partsOf(cluster.id, setProgress), ended.signal);
    },
  });
  const stage = drain.isIdle ? "title" : drain.isPending ? "running" : drain.data === true ? "drained" : "incomplete";
  const mustNot = mustAccept && !accepted ? t("actions.drain.mustAccept") : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`actions.drain.${stage}`, { name })}
      description={
        <>
          <p>{t("actions.drain.text")}</p>
          <p>
            {t("actions.on")} <OnCluster />
          </p>
        </>
      }
      testId="drain-dialog"
    >
      <div className="formStack">
        <GoneNotice gone={gone} name={name} />
        {pods.isPending ? <Loading /> : null}
        <ErrorNotice error={pods.error ?? drain.error} />
        {plan.length === 0 ? (
          pods.data === undefined ? null : (
            <p className="faint">{t("kinds.noPods")}</p>
          )
        ) : (
          <ScrollRegion as="ul" className="drainPods" aria-label={t("actions.drain.pods")}>
            {plan.map((pod) => (
              <li key={pod.uid} data-testid="drain-pod">
                <Link to={objectUrl(cluster.id, PODS, pod)}>{pod.name}</Link>
                <span className="faint">{pod.namespace}</span>
                <PodProgress pod={pod} progress={progress.get(pod.uid ?? "")} />
              </li>
            ))}
          </ScrollRegion>
        )}
        {mustAccept ? (
          <CheckLine checked={accepted} onChange={setAccepted} testId="drain-accept">
            {t("actions.drain.accept")}
          </CheckLine>
        ) : null}
        <RequestPreview
          curl={[cordon, ...leaving.map((pod) => evictionOf({ ...PODS, ...named(pod) }, pod.uid))].map((planned) =>
            curlLine(access, planned),
          )}
          client={[drainLine(name, mustAccept, access)]}
        />
        {drain.data === true ? (
          <p className="notice good" role="status" data-testid="drain-done">
            {t("actions.drain.done", { name })}
          </p>
        ) : null}
      </div>
      <div className="dialogActions">
        <Button onClick={onClose}>{t(drain.isIdle ? "app.cancel" : "app.close")}</Button>
        <Button
          variant="primary"
          disabled={pods.data === undefined || drain.isPending || drain.data === true}
          refusal={gone ? t("object.deletedMeanwhile", { name }) : mustNot}
          onClick={() => drain.mutate(!drain.isIdle)}
          data-testid="drain-confirm"
        >
          {leaving.length === 0 ? t("actions.cordon.do") : t("actions.drain.do", { count: leaving.length })}
        </Button>
      </div>
    </Dialog>
  );
}

/** What will happen to a pod, or what has happened. */
function PodProgress({ pod, progress }: { pod: DrainedPod; progress: DrainProgress | undefined }) {
  const { t } = useTranslation();
  if (progress === undefined) {
    return (
      <span className={isLoss(pod) ? "drainFate warn" : "drainFate"}>{t(`actions.drain.reason.${pod.reason}`)}</span>
    );
  }
  const tone = progress.phase === "gone" ? "good" : progress.phase === "failed" ? "bad" : "warn";
  return (
    <span className={`drainFate ${tone}`}>
      {t(`actions.drain.phase.${progress.phase}`)}
      {progress.reason === undefined ? null : <span className="drainWhy">{progress.reason}</span>}
    </span>
  );
}

const partsOf = (
  cluster: string,
  update: (change: (seen: ReadonlyMap<string, DrainProgress>) => ReadonlyMap<string, DrainProgress>) => void,
) => ({
  evict: async (pod: DrainedPod): Promise<void> => {
    await request(cluster, evictionOf({ ...PODS, ...named(pod) }, pod.uid));
  },
  isThere: async (pod: DrainedPod): Promise<boolean> => {
    try {
      const { body } = await request<ApiObject>(cluster, { path: resourcePath({ ...PODS, ...named(pod) }) });
      return body.metadata.uid === pod.uid;
    } catch (error) {
      if (isApiError(error, "NotFound")) return false;
      throw error;
    }
  },
  pause: (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, PAUSE);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    }),
  onProgress: (pod: DrainedPod, progress: DrainProgress): void =>
    update((seen) => new Map(seen).set(pod.uid ?? "", progress)),
});

const named = ({ namespace, name }: DrainedPod) => ({ namespace, name });
