import { escapeMarkupInSteps } from "../../../../shared/json/escapeMarkup.ts";
import { stringifyInSteps } from "../../../../shared/json/printInSteps.ts";
import { internalError } from "../../../../shared/status.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import { callingOut } from "../../../ground/request/inFlight.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { SameObjects } from "../../../model/schema/semanticEquality.ts";
import { shapeOf } from "../matching/matchRequest.ts";
import { applyOperations, type Operation } from "../mutation/applyOperations.ts";
import { type DecodeMutated, replaceContents } from "../mutation/decodeMutated.ts";
import { Reinvocation } from "../mutation/reinvocation.ts";
import { WebhookCallError } from "./callError.ts";
import type { WebhookCall } from "./callWebhook.ts";
import { callFor, exemption, measuredCall, type WebhookDependencies } from "./dispatch.ts";
import { decodeOperations } from "./patchAnswer.ts";
import type { ReviewAnswer } from "./review.ts";
import type { WebhookMetrics } from "./webhookMetrics.ts";
import type { WebhookSource } from "./webhookSource.ts";

export interface MutatingDependencies extends WebhookDependencies {
  readonly decodeMutated: DecodeMutated;
  readonly isSame: SameObjects;
}

const NAME = "MutatingAdmissionWebhook";

/**
 * Calls the matching mutating webhooks one after the other; each sees the changes of the earlier ones. A change causes
 * a second pass through the whole chain, in which only webhooks with `reinvocationPolicy: IfNeeded` are called again.
 */
export function mutatingWebhooks(
  source: Pick<WebhookSource, "webhooks">,
  dependencies: MutatingDependencies,
  metrics: WebhookMetrics,
): AdmissionPlugin {
  const isExempt = exemption(dependencies.vocabulary);
  const annotations = annotationsFor(dependencies);
  return {
    name: NAME,
    showsVersions: () => source.webhooks().length > 0,
    handles: (request) => source.webhooks().length > 0 && !isExempt(request),
    async admit(request, pass) {
      const turn = await Reinvocation.begin(NAME, pass, request.object, dependencies.isSame);
      for (const [index, webhook] of source.webhooks().entries()) {
        // The second pass evaluates the match conditions of all webhooks again; an error there refuses the request.
        const call = await callFor(webhook, request, dependencies, true);
        if (call === undefined || turn.skips(webhook.id)) continue;
        const note = annotations(call, turn.round, index);
        let changed = false;
        const ask = () =>
          measuredCall(call, dependencies, metrics, (answer) => mutate(call, answer, dependencies, note.patched));
        try {
          changed = await callingOut(request.inFlight, dependencies.clock, ask);
        } catch (error) {
          if (!(error instanceof WebhookCallError)) throw error;
          if (webhook.failurePolicy === "Fail") throw internalError(error.message);
          note.failedOpen();
        } finally {
          note.mutated(changed);
        }
        if (changed) turn.changed();
        if (webhook.reinvocable) turn.called(webhook.id);
      }
      await turn.end(request.object);
    },
  };
}

/**
 * Applies a webhook's patch to the request's object. Returns whether the meaning of the object changed.
 * @throws WebhookCallError, ApiError 500
 */
async function mutate(
  { webhook: { name }, shape, request, objects }: WebhookCall,
  { patch, patchType }: ReviewAnswer,
  dependencies: MutatingDependencies,
  patched: (operations: readonly Operation[]) => Promise<void>,
): Promise<boolean> {
  if (patch === "") return false;
  const operations = await inTurns(decodeOperations(name, patch));
  if (operations.length === 0) return false;
  if (objects.object === undefined || request.object === undefined) {
    throw internalError(
      `admission webhook ${quoted(name)} attempted to modify the object, which is not supported for this operation`,
    );
  }
  if (patchType !== "JSONPatch") {
    throw new WebhookCallError(name, `unsupported patch type ${quoted(patchType)}`, 400);
  }
  const next = await inTurns(
    dependencies.decodeMutated(await inTurns(applyOperations(objects.object, operations)), shape.kind),
  );
  const changed = !(await inTurns(dependencies.isSame(objects.object, next)));
  await patched(operations);
  replaceContents(
    request.object,
    await dependencies.equivalents.convert(next, shape, shapeOf(request), request.inFlight),
  );
  return changed;
}

/** Writes the audit annotations about which webhook changed something, and how. */
function annotationsFor({ vocabulary }: MutatingDependencies) {
  const mutation = vocabulary.render("mutation.webhook.admission.{domain}/");
  const patchPrefix = vocabulary.render("patch.webhook.admission.{domain}/");
  return ({ webhook, request }: WebhookCall, round: number, index: number) => {
    const { name, configuration } = webhook;
    const key = `round_${round}_index_${index}`;
    const annotate = (annotation: string, value: string, level?: "Request"): void =>
      request.annotate?.(annotation, value, level);
    return {
      mutated: (mutated: boolean) =>
        annotate(`${mutation}${key}`, JSON.stringify({ configuration, webhook: name, mutated })),
      async patched(patch: readonly Operation[]) {
        const what = { configuration, webhook: name, patch: patch.map(sorted), patchType: "JSONPatch" };
        annotate(`${patchPrefix}${key}`, await inTurns(printed(what)), "Request");
      },
      failedOpen: () => annotate(`failed-open.${mutation}${key}`, name),
    };
  };
}

/** The members of operations are logged in alphabetical order. */
const sorted = (operation: Operation): Operation =>
  Object.fromEntries(Object.entries(operation).sort(([a], [b]) => (a < b ? -1 : 1)));

function* printed(value: object): Steps<string> {
  return yield* escapeMarkupInSteps(yield* stringifyInSteps(value));
}
