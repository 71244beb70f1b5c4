import type { IPBlock, NetworkPolicyPeer } from "kubernetes-types/networking/v1";
import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, forbidden, invalid, required } from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { parseCidr, validateCidr } from "../../../ground/formats/addresses/addresses.ts";
import { type LabelSelectorOptions, labelSelectorErrors } from "../../../ground/formats/names/labels.ts";

/** Field errors of a peer: pods selected by their labels or their namespaces' labels, or a range of addresses. */
export function* peerErrors(peer: NetworkPolicyPeer, path: string, options: LabelSelectorOptions): Steps<FieldError[]> {
  const { podSelector, namespaceSelector, ipBlock } = peer;
  const errors: FieldError[] = [
    ...(yield* labelSelectorErrors(podSelector, child(path, "podSelector"), options)),
    ...(yield* labelSelectorErrors(namespaceSelector, child(path, "namespaceSelector"), options)),
    ...(ipBlock === undefined ? [] : yield* blockErrors(ipBlock, child(path, "ipBlock"))),
  ];
  const bySelector = podSelector !== undefined || namespaceSelector !== undefined;
  if (bySelector && ipBlock !== undefined) {
    errors.push(forbidden(path, "may not specify both ipBlock and another peer"));
  }
  if (!bySelector && ipBlock === undefined) errors.push(required(path, "must specify a peer"));
  return errors;
}

function* blockErrors({ cidr, except }: Partial<IPBlock>, path: string): Steps<FieldError[]> {
  const at = child(path, "cidr");
  if (cidr === undefined || cidr === "") return [required(at)];
  const block = parseCidr(cidr);
  if (block === undefined) return validateCidr(cidr, at);
  return yield* errorsOfEach(except, child(path, "except"), (text, where) => {
    const hole = parseCidr(text);
    if (hole === undefined) return validateCidr(text, where);
    const inside =
      hole.family === block.family &&
      hole.base >= block.base &&
      hole.base + hole.size <= block.base + block.size &&
      hole.prefix > block.prefix;
    return inside ? [] : [invalid(where, text, "must be a strict subset of `cidr`")];
  });
}
