/** Saves an edit by server-side apply, as far as apply can express it. */
import { type EditPlan, type ObjectEdit, ownedInSteps, planInSteps } from "../../../shared/apply/planEdit.ts";
import { difference, union } from "../../../shared/fieldset/algebra.ts";
import { pathsInSteps } from "../../../shared/fieldset/fieldPath.ts";
import type { FieldPath } from "../../../shared/fieldset/pathElement.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import type { Steps } from "../../../shared/steps.ts";
import { type ApiResponse, isUnanswered } from "../../api/requests/request.ts";
import { inSlices } from "../../ui/inSlices.ts";
import { guarded, type PatchOperation, patchInSteps } from "../jsonPatch.ts";
import { type Answers, isTaken } from "./answers.ts";
import { conflictsOf, type FieldConflict, isFieldConflict, removalsOf } from "./conflicts.ts";
import { type OwnershipChange, ownershipChange } from "./ownershipChange.ts";

/** The requests that a save sends. */
export interface SaveSteps {
  apply(configuration: ApiObject, options: { force?: boolean; dryRun?: boolean }): Promise<ApiResponse<ApiObject>>;
  patch(patch: readonly PatchOperation[], options: { dryRun?: boolean }): Promise<ApiResponse<ApiObject>>;
}

export interface Save {
  edit: Omit<ObjectEdit, "shared" | "released">;
  answers: Answers;
  dryRun: boolean;
  /** The edited part of an object. */
  partOf(object: ApiObject): ApiObject;
}

export interface Saved extends ApiResponse<ApiObject> {
  ownership: OwnershipChange;
  /** Whether the save claims every field of the text although the user did not choose that; see `planEdit`. */
  claimsAll: boolean;
  /** Why fields could not be claimed although the values are written. */
  unclaimed?: Error;
}

/** Thrown when the user has to decide about contested fields; nothing was written. */
export class ContestedError extends Error {
  readonly conflicts: FieldConflict[];
  /** The object with the owners' values. */
  readonly live: ApiObject;

  constructor(conflicts: FieldConflict[], live: ApiObject) {
    super(`${conflicts.length} fields are contested`);
    this.conflicts = conflicts;
    this.live = live;
  }
}

/**
 * Saves an edit of the object `edit.live`. Changes are sent as an apply. Changes that an apply cannot express (removing
 * fields that the manager does not own alone, the order of lists) are written by one patch of the whole edit, so that
 * other clients never see half of it; the apply is then only a dry run, because only an apply reports conflicts.
 *
 * @throws ContestedError if other managers own fields that the edit changes or removes, and the user has not decided
 * about them
 * @throws ApiError; 409 if `edit.live` is outdated
 */
export async function saveEdit(save: Save, steps: SaveSteps): Promise<Saved> {
  const { edit, answers, dryRun } = save;
  const { live, mine } = edit;
  const { plan, changed } = await inSlices(planned({ ...edit, shared: answers.shared, released: answers.released }));
  const configuration = expecting(plan.configuration, live);

  /** Sends the configuration; forces conflicts that are already decided, and collects the others. */
  const apply = async (trial: boolean, contested: FieldConflict[]): Promise<ApiResponse<ApiObject> | undefined> => {
    let open = contested;
    try {
      const answer = await steps.apply(configuration, { dryRun: trial || dryRun });
      if (open.length === 0) return answer;
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (isFieldConflict(error)) {
        const ours = ({ manager, subresource }: { manager: string; subresource: string }): boolean =>
          manager === edit.manager && subresource === edit.subresource;
        // Fields that this manager wrote without apply count as its own.
        const found = conflictsOf(error, live, mine, changed)
          .map((conflict) => ({ ...conflict, owners: conflict.owners.filter((owner) => !ours(owner)) }))
          .filter((conflict) => conflict.owners.length > 0);
        open = [...found, ...open].filter((conflict) => !isTaken(answers, conflict));
      } else if (!trial || error.code === 409 || isUnanswered(error)) throw error;
      // Ignore other errors of the dry run: the server may refuse a part of the edit only because the rest is missing.
    }
    if (open.length > 0) throw new ContestedError(open, live);
    return trial ? undefined : steps.apply(configuration, { force: true, dryRun });
  };

  const saved = async (answer: ApiResponse<ApiObject>): Promise<Saved> => ({
    ...answer,
    ownership: await inSlices(ownershipChange(live, answer.body, edit, plan.claims, plan.change.removed)),
    claimsAll: plan.claim !== edit.claim,
  });
  if (plan.complete) {
    const answer = await apply(false, []);
    if (answer !== undefined) return saved(answer);
  }
  const removals = removalsOf(plan.contested, live).filter((conflict) => !isTaken(answers, conflict));
  await apply(true, removals);
  const patch = await inSlices(patchInSteps(edit.before, mine));
  const patched = await steps.patch(guarded(patch, versionOf(mine, live)), { dryRun });
  const stored = patched.body;
  const missing = await inSlices(missingFields(plan, stored, edit));
  if (dryRun || (missing.size === 0 && plan.released.size === 0)) return saved(patched);
  const claims = await inSlices(pathsInSteps(plan.claims));
  return { ...(await saved(patched)), ...(await claim(save, stored, claims, steps)) };
}

/** The plan of an edit, and the paths of the fields that it adds or changes. */
function* planned(edit: ObjectEdit): Steps<{ plan: EditPlan; changed: readonly FieldPath[] }> {
  const plan = yield* planInSteps(edit);
  return { plan, changed: yield* pathsInSteps(yield* union(plan.change.added, plan.change.modified)) };
}

/** The claimed fields that the manager does not own after the write. */
function* missingFields({ claims }: EditPlan, stored: ApiObject, { manager, subresource }: Save["edit"]) {
  return yield* difference(claims, yield* ownedInSteps(stored, manager, subresource));
}

/** Claims fields with their current values, and releases others; changes no values. */
async function claim(
  { edit, answers, partOf }: Save,
  stored: ApiObject,
  shared: ObjectEdit["shared"] & object,
  steps: SaveSteps,
): Promise<Partial<Saved>> {
  const part = partOf(stored);
  const same = { ...edit, live: stored, before: part, mine: part };
  const plan = await inSlices(planInSteps({ ...same, shared, released: answers.released }));
  try {
    return await steps.apply(expecting(plan.configuration, stored), {});
  } catch (error) {
    return { unclaimed: error instanceof Error ? error : new Error(String(error)) };
  }
}

const versionOf = (mine: ApiObject, live: ApiObject): string =>
  mine.metadata.resourceVersion ?? live.metadata.resourceVersion ?? "";

/** The configuration with the expected version of the object, unless it already contains a version. */
function expecting(configuration: ApiObject, live: ApiObject): ApiObject {
  const resourceVersion = versionOf(configuration, live);
  if (resourceVersion === "") return configuration;
  return { ...configuration, metadata: { ...configuration.metadata, resourceVersion } };
}
