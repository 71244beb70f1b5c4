import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { EvaluatePod } from "./evaluate.ts";
import { type LevelVersion, levelVersionText } from "./level.ts";
import { podOf } from "./pod.ts";

/** Maximum number of pods to check, and maximum time for it in milliseconds, because the request waits. */
const MAX_PODS = 3000;
const MAX_TIME = 1000;

/** The warnings about existing pods of a namespace that violate a new policy. */
export function* existingPodWarnings(
  pods: Iterable<ApiObject>,
  namespace: string,
  enforce: LevelVersion,
  evaluate: EvaluatePod,
  now = (): number => performance.now(),
): Steps<string[]> {
  const ordered = differentFirst(pods);
  const end = now() + MAX_TIME;
  const found = new Map<string, string[]>();
  let checked = 0;
  for (const pod of ordered.slice(0, MAX_PODS)) {
    checked += 1;
    const text = (yield* evaluate(enforce, podOf(pod))).map(({ reason }) => reason).join(", ");
    if (text !== "") {
      const names = found.get(text);
      if (names === undefined) found.set(text, [pod.metadata.name ?? ""]);
      else names.push(pod.metadata.name ?? "");
    }
    if (now() > end) break;
  }
  const partly = `new PodSecurity enforce level only checked against the first ${checked} of ${ordered.length} existing pods`;
  const general = `existing pods in namespace ${quoted(namespace)} violate the new PodSecurity enforce level ${quoted(levelVersionText(enforce))}`;
  return [
    ...(checked < ordered.length ? [partly] : []),
    ...(found.size > 0 ? [general] : []),
    ...[...found].map(([text, names]) => `${podsText(names)}: ${text}`).sort(),
  ];
}

/** Sorts one pod of each controller to the front, because pods of one controller are mostly alike. */
function differentFirst(pods: Iterable<ApiObject>): ApiObject[] {
  const seen = new Set<string>();
  const first: ApiObject[] = [];
  const rest: ApiObject[] = [];
  for (const pod of pods) {
    const uid = pod.metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid;
    const isRepeated = uid !== undefined && seen.has(uid);
    if (uid !== undefined) seen.add(uid);
    (isRepeated ? rest : first).push(pod);
  }
  return [...first, ...rest];
}

/** `web-1 (and 2 other pods)`. */
function podsText(names: readonly string[]): string {
  const [name = ""] = [...names].sort();
  const others = names.length - 1;
  if (others === 0) return name;
  return others === 1 ? `${name} (and 1 other pod)` : `${name} (and ${others} other pods)`;
}
