import type { Advisor } from "../../../shared/advice/advisor.ts";
import { type Members, memberAt, ownOf, recordsOf } from "../../../shared/advice/conversions/members.ts";
import type { Usage } from "../../../shared/advice/usage.ts";
import type { Steps } from "../../../shared/steps.ts";
import { refuseDeepNesting } from "../../model/encoding/nesting.ts";

/** The annotation in which clients that apply store what they sent. */
const LAST_APPLIED = "kubectl.{labelDomain}/last-applied-configuration";
/** Maximum length of an annotation. */
const LONGEST_ANNOTATION = 512 * 1024;

/**
 * The deprecated or removed versions through which an object was written, found in its managed fields and its
 * last-applied configuration.
 */
export function* usageOfObject(advisor: Advisor, object: Members, kind: string): Steps<Usage[]> {
  const metadata = memberAt(object, "metadata");
  const place = {
    ...(typeof metadata?.["namespace"] === "string" ? { namespace: metadata["namespace"] } : {}),
    ...(typeof metadata?.["name"] === "string" ? { name: metadata["name"] } : {}),
  };
  const usages: Usage[] = [];
  for (const { apiVersion, manager, time } of recordsOf(ownOf(metadata, "managedFields"))) {
    const verdict = typeof apiVersion === "string" ? advisor.verdict(apiVersion, kind) : undefined;
    if (verdict === undefined) continue;
    usages.push({
      ...verdict,
      ...place,
      evidence: "managedFields",
      ...(typeof manager === "string" ? { by: manager } : {}),
      ...(typeof time === "string" ? { last: time } : {}),
    });
  }
  const applied = lastApplied(advisor, metadata);
  if (applied === undefined) return usages;
  const { findings } = yield* advisor.advise(applied);
  for (const { at, ...finding } of findings) {
    usages.push({ ...finding, ...place, evidence: "lastApplied", ...(at === undefined ? {} : { by: at }) });
  }
  return usages;
}

/** The last-applied configuration, parsed; undefined when it is absent or invalid. */
function lastApplied({ vocabulary }: Advisor, metadata: Members | undefined): unknown {
  const text = ownOf(memberAt(metadata, "annotations"), vocabulary.render(LAST_APPLIED));
  if (typeof text !== "string" || text.length > LONGEST_ANNOTATION) return undefined;
  try {
    refuseDeepNesting(text);
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
