import type { PodTemplateSpec } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import {
  inOrder,
  nextNumber,
  type Revision,
  RevisionStore,
  readRevisions,
  revisionsWith,
  templateOf,
} from "../history/revisions.ts";
import { claim, controllerUid, isSelected, orphanNamespace } from "../pods/ownership.ts";
import { ownersOf } from "../pods/podKeys.ts";
import { CROWDED_PAUSE, PodPace } from "../pods/podPace.ts";
import { untilNextAvailable } from "../pods/podState.ts";
import { selectorIndex } from "../pods/selectorIndex.ts";
import { SetClaims } from "./claims.ts";
import { ordinalOf, type StatefulSet } from "./kinds.ts";
import { isSameStatus, setStatus } from "./setStatus.ts";
import { SetUpdate } from "./setUpdate.ts";
import { identityLabels } from "./statefulPod.ts";

const PODS = { group: "", version: "v1", resource: "pods" };
const selectors = selectorIndex((object) => decoded<StatefulSet>(object).spec.selector);

/** Milliseconds until a set that waits for the deletion of claims is reconciled again. */
const CLAIM_CHECK_DELAY = 1000;

/** Maintains the pods of stateful sets: each with an ordinal, a name and volumes that persist. */
export function statefulSetController(parts: InformedParts): RunningController {
  const { client, informers, recorder, vocabulary, now } = parts;
  const group = vocabulary.render("apps");
  const ownerRef = { group, version: "v1", resource: "statefulsets", kind: "StatefulSet" };
  const revisionsRef = { group, version: "v1", resource: "controllerrevisions" };
  const sets = informers.of(ownerRef);
  const pods = informers.of(PODS);
  const revisions = informers.of(revisionsRef);
  const history = new RevisionStore(client, group);
  const labels = identityLabels(vocabulary);
  const hashLabel = vocabulary.render("controller.{labelDomain}/hash");
  const update = { client, recorder, now, labels, claims: new SetClaims(parts), pace: new PodPace(pods) };
  const revisionOf = ({ metadata }: ApiObject): string => metadata.labels?.[labels.revision] ?? "";

  const owned = (set: StatefulSet, informer: typeof pods, ref: typeof PODS, wants: (object: ApiObject) => boolean) => {
    const { namespace = "", uid = "" } = set.metadata;
    const candidates = [...informer.by(controllerUid, uid), ...informer.by(orphanNamespace, namespace)];
    return claim({ client, owner: set, ownerRef, ref, wants }, candidates);
  };

  /** The current and the updated revision of the pods; the latter is created if it is missing. */
  async function revisionsOf(set: StatefulSet, known: readonly Revision[]) {
    const template = set.spec.template as PodTemplateSpec;
    let collisions = set.status?.collisionCount ?? 0;
    const latest = inOrder(known).at(-1);
    const [equal] = await revisionsWith(known, template);
    let wanted = equal;
    if (equal === undefined) {
      const made = await history.create({ owner: set, template, number: nextNumber(known), hashLabel, collisions });
      collisions = made.collisions;
      wanted = made.revision;
    } else if (equal !== latest) wanted = await history.renumber(equal, nextNumber(known));
    const next = wanted as Revision;
    const current = known.find(({ metadata }) => metadata.name === set.status?.currentRevision) ?? next;
    return { current, next, collisions };
  }

  return startController(parts, {
    needs: [
      update.pace.ready(),
      ...[pods, revisions].flatMap((each) => [each.indexed(controllerUid), each.indexed(orphanNamespace)]),
      sets.indexed(selectors.placesOf),
    ],
    sources: [
      { informer: sets },
      {
        informer: pods,
        keys: (change) => ownersOf({ ownerRef, owners: sets, selectors }, change),
      },
    ],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const object = sets.get(namespace, name);
      if (object === undefined) return undefined;
      const set = decoded<StatefulSet>(object);
      const selects = ({ metadata }: ApiObject): boolean => isSelected(set.spec.selector, metadata.labels);
      const known = await readRevisions(await owned(set, revisions, revisionsRef, selects));
      const isMember = (pod: ApiObject): boolean => selects(pod) && ordinalOf(set, pod) !== undefined;
      const { current, next, collisions } = await revisionsOf(set, known);
      const names = { current: current.metadata.name ?? "", update: next.metadata.name ?? "" };
      const templates = { current: templateOf(current), update: set.spec.template as PodTemplateSpec };
      let failure: unknown;
      let wait: number | undefined;
      if (set.metadata.deletionTimestamp === undefined) {
        const round = new SetUpdate(update, set, names, templates);
        failure = await round.run(await owned(set, pods, PODS, isMember)).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (round.isPaced) wait = CROWDED_PAUSE;
        else if (round.isUnfinished) wait = 0;
        else if (round.waitsForClaims) wait = CLAIM_CHECK_DELAY;
      }
      await informers.fresh();
      const left = pods.by(controllerUid, set.metadata.uid ?? "").filter(isMember);
      const judged = now();
      const status = setStatus(set, left, names, collisions, revisionOf, judged);
      if (!isSameStatus(set.status, status)) {
        await client.update({ ...ownerRef, namespace, name, subresource: "status" }, { ...object, status });
      }
      const used = new Set([names.current, names.update, ...left.map(revisionOf)]);
      await history.truncate(
        known,
        ({ metadata }) => used.has(metadata.name ?? ""),
        set.spec.revisionHistoryLimit ?? 10,
      );
      await informers.fresh();
      if (failure !== undefined) throw failure;
      const requeueAfter = wait ?? untilNextAvailable(left, set.spec.minReadySeconds ?? 0, judged);
      return requeueAfter === undefined ? undefined : { requeueAfter };
    },
  });
}
