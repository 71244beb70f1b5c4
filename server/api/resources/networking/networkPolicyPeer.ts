import type { IPBlock, NetworkPolicyPeer } from "kubernetes-types/networking/v1";
import { child, type FieldError, forbidden, index, invalid, required } from "../../../../shared/fieldError.ts";
import { parseCidr, validateCidr } from "../../../ground/formats/addresses.ts";
import { type LabelSelectorOptions, validateLabelSelector } from "../../../ground/formats/labels.ts";

/** Field errors of the other side of a connection: pods by their labels or namespaces', or a range of addresses. */
export function validatePeer(peer: NetworkPolicyPeer, path: string, options: LabelSelectorOptions): FieldError[] {
  const { podSelector, namespaceSelector, ipBlock } = peer;
  const errors: FieldError[] = [
    ...validateLabelSelector(podSelector, child(path, "podSelector"), options),
    ...validateLabelSelector(namespaceSelector, child(path, "namespaceSelector"), options),
    ...(ipBlock === undefined ? [] : validateBlock(ipBlock, child(path, "ipBlock"))),
  ];
  const bySelector = podSelector !== undefined || namespaceSelector !== undefined;
  if (bySelector && ipBlock !== undefined) {
    errors.push(forbidden(path, "may not specify both ipBlock and another peer"));
  }
  if (!bySelector && ipBlock === undefined) errors.push(required(path, "must specify a peer"));
  return errors;
}

function validateBlock({ cidr, except = [] }: Partial<IPBlock>, path: string): FieldError[] {
  const at = child(path, "cidr");
  if (cidr === undefined || cidr === "") return [required(at)];
  const block = parseCidr(cidr);
  if (block === undefined) return validateCidr(cidr, at);
  return except.flatMap((text, i) => {
    const hole = parseCidr(text);
    const where = index(child(path, "except"), i);
    if (hole === undefined) return validateCidr(text, where);
    const inside =
      hole.family === block.family &&
      hole.base >= block.base &&
      hole.base + hole.size <= block.base + block.size &&
      hole.prefix > block.prefix;
    return inside ? [] : [invalid(where, text, "must be a strict subset of `cidr`")];
  });
}
