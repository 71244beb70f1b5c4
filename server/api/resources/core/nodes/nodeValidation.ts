/** Rules of nodes. */

import type { Node } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../../shared/errorsOfEach.ts";
import { child, duplicate, type FieldError, forbidden } from "../../../../../shared/fieldError.ts";
import { sortedEntries } from "../../../../../shared/sortInSteps.ts";
import { isTurnDue, type Steps } from "../../../../../shared/steps.ts";
import { quoted } from "../../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { parseCidr, validateCidr } from "../../../../ground/formats/addresses/addresses.ts";
import { validateResourceQuantity } from "../../../../ground/formats/quantity.ts";
import { duplicateText, invalidText, structText, textList } from "../../../../ground/formats/wording/goText.ts";
import { taintErrors } from "../../validation/pod/placement/tolerations.ts";
import { nodeAnnotationErrors } from "./nodeAnnotations.ts";

type NodeView = Pick<Node, "spec" | "status"> & {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> | undefined };
};

/** Field errors of a node without regard to its stored state. */
export function* nodeErrors(node: NodeView, words: Vocabulary): Steps<FieldError[]> {
  return [
    ...(yield* nodeAnnotationErrors(node.metadata?.annotations, "metadata.annotations", words)),
    ...(yield* taintErrors(node.spec?.taints, "metadata.taints")),
    ...(yield* amountErrors(node)),
    ...(yield* rangeErrors(node.spec?.podCIDRs ?? [])),
  ];
}

function* amountErrors({ status }: NodeView): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  for (const field of ["capacity", "allocatable"] as const) {
    const path = `status.${field}`;
    const amounts = yield* sortedEntries(status?.[field]);
    append(
      errors,
      yield* errorsOfEach(amounts, path, ([name, amount]) => validateResourceQuantity(name, amount, child(path, name))),
    );
  }
  return errors;
}

function* rangeErrors(ranges: readonly string[]): Steps<FieldError[]> {
  const path = "spec.podCIDRs";
  const errors = yield* errorsOfEach(ranges, path, validateCidr);
  if (ranges.length < 2) return errors;
  const families = new Set<string>();
  let broken: string | undefined;
  for (const range of ranges) {
    if (isTurnDue()) yield;
    const family = parseCidr(range)?.family;
    if (family === undefined) broken ??= range;
    else families.add(family);
  }
  if (broken !== undefined) {
    errors.push({
      type: "InternalError",
      field: path,
      message: `Internal error: invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR address: ${broken}`,
    });
  }
  if (broken !== undefined || families.size !== ranges.length) {
    errors.push(invalidText(path, textList(ranges), "may specify no more than one CIDR for each IP family"));
  }
  const seen = new Set<string>();
  const twice = errorsOfEach(ranges, path, (range, at) => {
    const known = seen.has(range);
    seen.add(range);
    return known ? [duplicate(at, range)] : [];
  });
  return [...errors, ...(yield* twice)];
}

/**
 * Field errors of an update. The identity of a node is immutable: its provider ID and its pod CIDRs can be set only
 * once.
 */
export function* nodeChangeErrors(node: NodeView, old: NodeView, words: Vocabulary): Steps<FieldError[]> {
  const errors = yield* nodeAnnotationErrors(node.metadata?.annotations, "metadata.annotations", words);
  append(errors, yield* amountErrors(node));
  append(errors, yield* addressErrors(node));
  const before = old.spec ?? {};
  const now = node.spec ?? {};
  const ranges = now.podCIDRs ?? [];
  const had = before.podCIDRs ?? [];
  const changed = had.length === ranges.length ? had.filter((range, i) => range !== ranges[i]).length : 1;
  for (let i = 0; had.length > 0 && i < changed; i++) {
    errors.push(forbidden("spec.podCIDRs", 'node updates may not change podCIDR except from "" to valid'));
  }
  if ((before.providerID ?? "") !== "" && before.providerID !== now.providerID) {
    errors.push(forbidden("spec.providerID", 'node updates may not change providerID except from "" to valid'));
  }
  append(errors, yield* taintErrors(now.taints, "metadata.taints"));
  if ((before.externalID ?? "") !== (now.externalID ?? "")) {
    errors.push(forbidden("spec.externalID", "may not be updated"));
  }
  return errors;
}

function addressErrors({ status }: NodeView): Steps<FieldError[]> {
  const seen = new Set<string>();
  return errorsOfEach(status?.addresses, "status.addresses", ({ type = "", address = "" }, at) => {
    const shown = structText("core.NodeAddress", { Type: quoted(type), Address: quoted(address) });
    if (seen.has(shown)) return [duplicateText(at, shown)];
    seen.add(shown);
    return [];
  });
}
