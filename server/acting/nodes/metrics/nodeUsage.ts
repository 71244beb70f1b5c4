import type { Node, Pod } from "kubernetes-types/core/v1";
import { noise } from "../load/noise.ts";
import { lastSpan, ROUND } from "../load/samples.ts";
import type { Usage } from "../load/usage.ts";
import { type Measuring, measured } from "./podUsage.ts";

/** Usage of the node itself: its system, its agent, and its container runtime. */
const OWN_NANO_CORES = 55_000_000;
const OWN_BYTES = 420 * 2 ** 20;
/** The fraction of it that varies. */
const NOISE = 0.2;
const PAGE = 4096;

/** Whether a node's agent simulates the pods on it. */
export const isSimulated = ({ status }: Node): boolean =>
  status?.nodeInfo?.containerRuntimeVersion.startsWith("simulated://") ?? false;

/** The usage of a node and its pods at the last measurement; undefined before the first one. */
export function nodeUsage({ metadata }: Node, pods: Iterable<Pod>, measuring: Measuring): Usage | undefined {
  const { now } = measuring;
  const name = metadata?.name ?? "";
  const startedAt = Date.parse(metadata?.creationTimestamp ?? "");
  const span = Number.isNaN(startedAt) ? undefined : lastSpan(name, startedAt, now);
  if (span === undefined) return undefined;
  const vary = 1 + NOISE * (2 * noise(`${name}/${Math.floor(now / ROUND)}`) - 1);
  let nanoCores = Math.round(OWN_NANO_CORES * vary);
  let bytes = Math.floor((OWN_BYTES * vary) / PAGE) * PAGE;
  let coreNanoSeconds = Math.round((OWN_NANO_CORES * (span.to - startedAt)) / 1000);
  for (const pod of pods) {
    for (const container of measured(pod, measuring)) {
      nanoCores += container?.usage.nanoCores ?? 0;
      bytes += container?.usage.bytes ?? 0;
      coreNanoSeconds += container?.usage.coreNanoSeconds ?? 0;
    }
  }
  return { span, nanoCores, bytes, coreNanoSeconds };
}
