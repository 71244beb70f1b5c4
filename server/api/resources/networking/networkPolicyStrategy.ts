import type { NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from "kubernetes-types/networking/v1";
import { append } from "../../../../shared/append.ts";
import { child, type FieldError, index, notSupported } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { invalidText, textList } from "../../../ground/formats/goText.ts";
import {
  type LabelSelectorOptions,
  type LabelSelectorShape,
  validateLabelSelector,
} from "../../../ground/formats/labels.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import { generationStrategy } from "../../registry/strategies/specStatus.ts";
import { selectorOptionsFor } from "../validation/selectorValues.ts";
import { validatePeer } from "./networkPolicyPeer.ts";
import { validatePort } from "./networkPolicyPort.ts";

const DIRECTIONS = ["Ingress", "Egress"];

function validate(object: ApiObject, options: LabelSelectorOptions = {}): FieldError[] {
  const spec = decoded<NetworkPolicy>(object).spec;
  const errors = validateLabelSelector(spec?.podSelector, "spec.podSelector", options);
  for (const [i, { ports, from }] of (spec?.ingress ?? []).entries()) {
    append(errors, validateRule({ ports, peers: from, member: "from" }, index("spec.ingress", i), options));
  }
  for (const [i, { ports, to }] of (spec?.egress ?? []).entries()) {
    append(errors, validateRule({ ports, peers: to, member: "to" }, index("spec.egress", i), options));
  }
  const types = spec?.policyTypes ?? [];
  if (types.length > DIRECTIONS.length) {
    const shown = textList(types, "networking.PolicyType");
    return [...errors, invalidText("spec.policyTypes", shown, "may not specify more than two policyTypes")];
  }
  for (const [i, type] of types.entries()) {
    if (!DIRECTIONS.includes(type)) errors.push(notSupported(index("spec.policyTypes", i), type, DIRECTIONS));
  }
  return errors;
}

/** A rule of either direction: the ports, and the peers under the name that the direction has for them. */
interface Rule {
  readonly ports: readonly NetworkPolicyPort[] | undefined;
  readonly peers: readonly NetworkPolicyPeer[] | undefined;
  readonly member: "from" | "to";
}

function validateRule(
  { ports = [], peers = [], member }: Rule,
  path: string,
  options: LabelSelectorOptions,
): FieldError[] {
  return [
    ...ports.flatMap((port, i) => validatePort(port, index(child(path, "ports"), i))),
    ...peers.flatMap((peer, i) => validatePeer(peer, index(child(path, member), i), options)),
  ];
}

function selectorsOf(object: ApiObject): (LabelSelectorShape | undefined)[] {
  const spec = decoded<NetworkPolicy>(object).spec;
  const peers = [
    ...(spec?.ingress ?? []).flatMap(({ from = [] }) => from),
    ...(spec?.egress ?? []).flatMap(({ to = [] }) => to),
  ];
  return [spec?.podSelector, ...peers.flatMap((peer) => [peer.podSelector, peer.namespaceSelector])];
}

/** Rules of network policies. */
export const networkPolicyStrategy = generationStrategy(
  {
    metadataOnUpdate: ["whole", "change"],
    validate: (_context, object) => validate(object),
    // The reference checks a changed policy both as a new one and as a change, and lists what it finds twice.
    validateUpdate(_context, object, old) {
      const errors = validate(object, selectorOptionsFor(selectorsOf(old)));
      return [...errors, ...errors];
    },
  },
  { countsEmpties: true },
);
