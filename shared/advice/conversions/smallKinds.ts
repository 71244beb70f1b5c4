/** Kinds whose conversion changes only one thing. */
import { isEmptyMap } from "../../json/largeMaps.ts";
import type { Conversion } from "./conversion.ts";
import { fill, isAbsent, memberAt, membersOf, ownOf, recordsOf, rename } from "./members.ts";

/**
 * Converts disruption budgets to policy/v1, where a missing selector selects no pods, like an empty selector did
 * before.
 */
export const convertDisruptionBudget: Conversion = (object, context) => {
  const spec = memberAt(object, "spec");
  const selector = memberAt(spec, "selector");
  if (spec === undefined || selector === undefined) return;
  const { matchLabels, matchExpressions } = selector;
  const isEmpty =
    isEmptyMap(membersOf(matchLabels) ?? {}) && (Array.isArray(matchExpressions) ? matchExpressions : []).length === 0;
  if (!isEmpty) return;
  delete spec["selector"];
  context.note({
    en: "The empty `spec.selector` was left out: it selected no pods, and would select all of the namespace now.",
    de: "Der leere `spec.selector` wurde weggelassen: er wählte keine Pods und wählte jetzt alle des Namespace.",
  });
};

/** Converts access reviews to authorization v1. */
export const convertAccessReview: Conversion = (object) => {
  const spec = memberAt(object, "spec");
  if (spec !== undefined) rename(spec, "group", "groups");
};

/** Converts certificate signing requests to certificates v1. */
export const convertSigningRequest: Conversion = (object, context) => {
  const spec = memberAt(object, "spec");
  if (spec === undefined) return;
  if (isAbsent(spec, "usages")) spec["usages"] = ["digital signature", "key encipherment"];
  if (Array.isArray(spec["usages"])) spec["usages"] = [...new Set(spec["usages"])];
  for (const condition of recordsOf(memberAt(object, "status")?.["conditions"])) fill(condition, "status", "True");
  const legacy = context.vocabulary.render("{labelDomain}/legacy-unknown");
  if (!isAbsent(spec, "signerName") && ownOf(spec, "signerName") !== legacy) return;
  context.fail({
    en: `\`spec.signerName\` has to name a signer; \`${legacy}\`, which was meant without one, cannot be created. \`{labelDomain}/{prefix}-apiserver-client\` signs for clients of the API.`,
    de: `\`spec.signerName\` muss einen Signierer nennen; \`${legacy}\`, das ohne Angabe gemeint war, kann nicht angelegt werden. \`{labelDomain}/{prefix}-apiserver-client\` signiert für Clients der API.`,
  });
};

/** Annotation that marks a concurrency share of 0 as intended, for versions that cannot leave the field out. */
const KEEPS_ZERO = "flowcontrol.{domain}/v1beta3-preserve-zero-concurrency-shares";

/**
 * Converts priority levels to flowcontrol v1 or v1beta3. In the older versions, a share of 0 means the default instead
 * of no share. v1beta2 needs no conversion, because it has the same fields as v1beta1.
 */
export const convertPriorityLevel: Conversion = (object, context) => {
  if (context.to === "v1beta2") return;
  const limited = memberAt(object, "spec", "limited");
  const key = context.vocabulary.render(KEEPS_ZERO);
  const annotations = memberAt(object, "metadata", "annotations");
  const isThird = context.from.includes("/v1beta3 ");
  const keepsZero = isThird && ownOf(annotations, key) !== undefined;
  if (keepsZero && annotations !== undefined) delete annotations[key];
  if (limited === undefined) return;
  if (!isThird) rename(limited, "assuredConcurrencyShares", "nominalConcurrencyShares");
  const shares = ownOf(limited, "nominalConcurrencyShares") ?? 0;
  if (shares === 0) limited["nominalConcurrencyShares"] = keepsZero ? 0 : 30;
};
