/** Saving an edit by server-side apply, as far as apply can say it. */
import { type ObjectEdit, ownedBy, planEdit } from "../../../shared/apply/planEdit.ts";
import { difference, union } from "../../../shared/fieldset/algebra.ts";
import { pathsOf } from "../../../shared/fieldset/fieldPath.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import { type ApiResponse, isUnanswered } from "../../api/request.ts";
import { guarded, jsonPatchOf, type PatchOperation } from "../jsonPatch.ts";
import { type Answers, isTaken } from "./answers.ts";
import { conflictsOf, type FieldConflict, isFieldConflict, removalsOf } from "./conflicts.ts";
import { type OwnershipChange, ownershipChange } from "./ownershipChange.ts";

/** How the server is spoken to. */
export interface SaveSteps {
  apply(configuration: ApiObject, options: { force?: boolean; dryRun?: boolean }): Promise<ApiResponse<ApiObject>>;
  patch(patch: readonly PatchOperation[], options: { dryRun?: boolean }): Promise<ApiResponse<ApiObject>>;
}

export interface Save {
  edit: Omit<ObjectEdit, "shared" | "released">;
  answers: Answers;
  dryRun: boolean;
  /** What of an object is edited. */
  partOf(object: ApiObject): ApiObject;
}

export interface Saved extends ApiResponse<ApiObject> {
  ownership: OwnershipChange;
  /** Every field of the text is claimed although that was not asked for; see `planEdit`. */
  claimsAll: boolean;
  /** The values are written, but not all claims to fields: why. */
  unclaimed?: Error;
}

/** Fields about which the user has to decide; nothing was written. */
export class ContestedError extends Error {
  readonly conflicts: FieldConflict[];
  /** The object that their values are from. */
  readonly live: ApiObject;

  constructor(conflicts: FieldConflict[], live: ApiObject) {
    super(`${conflicts.length} fields are contested`);
    this.conflicts = conflicts;
    this.live = live;
  }
}

/**
 * Saves an edit of the object `edit.live`. An apply says what was changed. What it cannot say (fields taken away that the manager
 * does not own alone, the order of lists) is written by one patch of the whole edit, so that others never see half of it; the
 * apply is then only tried, because it is what tells of conflicts.
 *
 * @throws ContestedError where others own what the edit changes or takes away and no answer says what to do
 * @throws ApiError; 409 when the object is not `edit.live` any more
 */
export async function saveEdit(save: Save, steps: SaveSteps): Promise<Saved> {
  const { edit, answers, dryRun } = save;
  const { live, mine } = edit;
  const plan = planEdit({ ...edit, shared: answers.shared, released: answers.released });
  const configuration = expecting(plan.configuration, live);
  const changed = pathsOf(union(plan.change.added, plan.change.modified));

  /** Sends the configuration; conflicts that were decided are forced, others are told of. */
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
        // What this manager wrote in another way than by an apply counts as its own.
        const found = conflictsOf(error, live, mine, changed)
          .map((conflict) => ({ ...conflict, owners: conflict.owners.filter((owner) => !ours(owner)) }))
          .filter((conflict) => conflict.owners.length > 0);
        open = [...found, ...open].filter((conflict) => !isTaken(answers, conflict));
      } else if (!trial || error.code === 409 || isUnanswered(error)) throw error;
      // Else it is half of an edit that the server refuses, perhaps only because it is half.
    }
    if (open.length > 0) throw new ContestedError(open, live);
    return trial ? undefined : steps.apply(configuration, { force: true, dryRun });
  };

  const told = (answer: ApiResponse<ApiObject>): Saved => ({
    ...answer,
    ownership: ownershipChange(live, answer.body, edit, plan.claims, plan.change.removed),
    claimsAll: plan.claim !== edit.claim,
  });
  if (plan.complete) {
    const answer = await apply(false, []);
    if (answer !== undefined) return told(answer);
  }
  const removals = removalsOf(plan.contested, live).filter((conflict) => !isTaken(answers, conflict));
  await apply(true, removals);
  const patched = await steps.patch(guarded(jsonPatchOf(edit.before, mine), versionOf(mine, live)), { dryRun });
  const stored = patched.body;
  const missing = difference(plan.claims, ownedBy(stored, edit.manager, edit.subresource));
  if (dryRun || (missing.size === 0 && plan.released.size === 0)) return told(patched);
  return { ...told(patched), ...(await claim(save, stored, pathsOf(plan.claims), steps)) };
}

/** Claims fields as they are now, and gives up others; no value changes. */
async function claim(
  { edit, answers, partOf }: Save,
  stored: ApiObject,
  shared: ObjectEdit["shared"] & object,
  steps: SaveSteps,
): Promise<Partial<Saved>> {
  const part = partOf(stored);
  const plan = planEdit({ ...edit, live: stored, before: part, mine: part, shared, released: answers.released });
  try {
    return await steps.apply(expecting(plan.configuration, stored), {});
  } catch (error) {
    return { unclaimed: error instanceof Error ? error : new Error(String(error)) };
  }
}

const versionOf = (mine: ApiObject, live: ApiObject): string =>
  mine.metadata.resourceVersion ?? live.metadata.resourceVersion ?? "";

/** The configuration with the version that it is meant for; one that names a version itself stays. */
function expecting(configuration: ApiObject, live: ApiObject): ApiObject {
  const resourceVersion = versionOf(configuration, live);
  if (resourceVersion === "") return configuration;
  return { ...configuration, metadata: { ...configuration.metadata, resourceVersion } };
}
