import { isEmptyMap } from "../../json/largeMaps.ts";
import type { Conversion, ConversionContext } from "./conversion.ts";
import { ensureMember, fill, isAbsent, type Members, memberAt, ownOf, take } from "./members.ts";

/** The value that means "no limit" in versions where the limits were optional. */
const UNLIMITED = 2_147_483_647;

/** Defaults of the older versions that differ in apps/v1 or do not exist there. */
interface OldDefaults {
  /** Whether the selector and the object's labels default to the labels of the template. */
  readonly followsTemplate?: true;
  readonly progressDeadlineSeconds?: number;
  readonly revisionHistoryLimit?: number;
  /** Default of maxSurge and maxUnavailable of a rolling update. */
  readonly rollingBy?: number;
  readonly updateStrategy?: "OnDelete";
}

const OLD_DEFAULTS: Readonly<Record<string, OldDefaults>> = {
  "extensions/v1beta1 Deployment": {
    followsTemplate: true,
    progressDeadlineSeconds: UNLIMITED,
    revisionHistoryLimit: UNLIMITED,
    rollingBy: 1,
  },
  "extensions/v1beta1 DaemonSet": { followsTemplate: true, updateStrategy: "OnDelete" },
  "extensions/v1beta1 ReplicaSet": { followsTemplate: true },
  "apps/v1beta1 Deployment": { followsTemplate: true, revisionHistoryLimit: 2 },
  "apps/v1beta1 StatefulSet": { followsTemplate: true, updateStrategy: "OnDelete" },
};

/** Converts deployments, daemon sets, replica sets and stateful sets to apps/v1. */
export const convertWorkload: Conversion = (object, context) => {
  const spec = memberAt(object, "spec");
  if (spec === undefined) return;
  const old = OLD_DEFAULTS[context.from] ?? {};
  if (take(spec, "rollbackTo") !== undefined) {
    context.note({ en: "`spec.rollbackTo` was left out.", de: "`spec.rollbackTo` wurde weggelassen." });
  }
  take(spec, "templateGeneration");
  if (old.followsTemplate) followTemplate(object, spec);
  if (memberAt(spec, "selector") === undefined) failSelector(context);
  const { progressDeadlineSeconds, revisionHistoryLimit, rollingBy, updateStrategy } = old;
  if (progressDeadlineSeconds !== undefined) fill(spec, "progressDeadlineSeconds", progressDeadlineSeconds);
  if (revisionHistoryLimit !== undefined) fill(spec, "revisionHistoryLimit", revisionHistoryLimit);
  if (rollingBy !== undefined) rollBy(spec, rollingBy);
  if (updateStrategy !== undefined) {
    const strategy = ensureMember(spec, "updateStrategy");
    if (strategy !== undefined && isUnset(strategy, "type")) strategy["type"] = updateStrategy;
  }
};

function followTemplate(object: Members, spec: Members): void {
  const labels = memberAt(spec, "template", "metadata", "labels");
  if (labels === undefined || isEmptyMap(labels)) return;
  fill(spec, "selector", { matchLabels: { ...labels } });
  const metadata = ensureMember(object, "metadata");
  if (metadata === undefined) return;
  const own = memberAt(metadata, "labels");
  if (isAbsent(metadata, "labels") || (own !== undefined && isEmptyMap(own))) {
    metadata["labels"] = { ...labels };
  }
}

function failSelector(context: ConversionContext): void {
  context.fail({
    en: "`spec.selector` is missing, and the template has no labels that it could follow from.",
    de: "`spec.selector` fehlt, und die Vorlage hat keine Labels, aus denen er folgen könnte.",
  });
}

function rollBy(spec: Members, count: number): void {
  const strategy = ensureMember(spec, "strategy");
  if (strategy === undefined) return;
  if (isUnset(strategy, "type")) strategy["type"] = "RollingUpdate";
  if (strategy["type"] !== "RollingUpdate") return;
  const rolling = ensureMember(strategy, "rollingUpdate");
  if (rolling === undefined) return;
  fill(rolling, "maxSurge", count);
  fill(rolling, "maxUnavailable", count);
}

const isUnset = (object: Members, name: string): boolean => isAbsent(object, name) || ownOf(object, name) === "";
