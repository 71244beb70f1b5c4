import type { IncomingHttpHeaders } from "node:http";
import { type Advisor, createAdvisor } from "../../../../shared/advice/advisor.ts";
import type { ClusterAdvice, TextAdvice } from "../../../../shared/advice/answers.ts";
import { compareReleases, parseRelease } from "../../../../shared/advice/release.ts";
import { DEFAULT_TARGET, NEWEST_RELEASE } from "../../../../shared/advice/verdict.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { adviseText } from "../../advice/adviseText.ts";
import type { ClusterReader } from "../../advice/clusterReader.ts";
import { examineCluster } from "../../advice/examineCluster.ts";
import { UsageCollector } from "../../advice/usageCollector.ts";
import type { Cluster } from "../cluster.ts";
import { senderOfCluster } from "../clusterSender.ts";
import type { Upstream } from "../proxy/upstream.ts";
import { HostError } from "./hostError.ts";
import type { Fields } from "./readBody.ts";

/** `POST /host/advise` with `text`, and optionally `target` and `vocabulary`. */
export async function adviseManifests(fields: Fields, signal: AbortSignal): Promise<TextAdvice> {
  const { text, vocabulary } = fields;
  if (typeof text !== "string") throw new HostError(400, "BadRequest", "The manifests are a text.");
  return adviseText(advisorOf(fields, typeof vocabulary === "string" ? vocabulary : ""), text, signal);
}

/** A cluster that the page wants to be examined. */
export interface ClusterToExamine {
  readonly cluster: Cluster;
  readonly upstream: Upstream;
  /** Headers of the page's request. */
  readonly headers: IncomingHttpHeaders;
  readonly signal: AbortSignal;
}

/** `POST /host/clusters/<id>/advise`, optionally with `target`. */
export async function adviseCluster(
  { cluster, upstream, headers, signal }: ClusterToExamine,
  fields: Fields,
): Promise<ClusterAdvice> {
  const collector = new UsageCollector();
  const advisor = advisorOf(fields, cluster.vocabulary);
  const send = senderOfCluster(upstream, cluster, headers, signal);
  const reader: ClusterReader = {
    get: (path, accept = "application/json") => send({ method: "GET", path, headers: { accept } }),
  };
  await examineCluster({ reader, advisor, collector, signal });
  const usage = collector.result();
  return { ...usage, changes: advisor.changes(usage.usages) };
}

/** @throws HostError 400 for an unknown release; RangeError for an unknown vocabulary */
function advisorOf({ target }: Fields, word: string): Advisor {
  const release = target === undefined ? DEFAULT_TARGET : parseRelease(String(target));
  if (release === undefined || compareReleases(release, NEWEST_RELEASE) > 0) {
    throw new HostError(400, "BadRequest", `The target is a release up to ${NEWEST_RELEASE}.`);
  }
  return createAdvisor(word === "" ? createVocabulary() : createVocabulary(word), release);
}
