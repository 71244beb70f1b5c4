import type { NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from "kubernetes-types/networking/v1";
import { append } from "../../../../shared/collections/append.ts";
import { errorsOfEach, errorsWithin } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, notSupported } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { type LabelSelectorOptions, labelSelectorErrors } from "../../../ground/formats/names/labels.ts";
import { invalidText, textList } from "../../../ground/formats/wording/goText.ts";
import { NO_METADATA_ERRORS } from "../../registry/metadata/objectMeta.ts";
import { decodedInSteps } from "../../registry/strategies/narrow.ts";
import { generationStrategy } from "../../registry/strategies/specStatus.ts";
import { selectorOptions } from "../validation/selectorValues.ts";
import { peerErrors } from "./networkPolicyPeer.ts";
import { validatePort } from "./networkPolicyPort.ts";

const DIRECTIONS = ["Ingress", "Egress"];

function* policyErrors(object: ApiObject, options: LabelSelectorOptions = {}): Steps<FieldError[]> {
  const { spec } = yield* decodedInSteps<NetworkPolicy>(object);
  const errors = yield* labelSelectorErrors(spec?.podSelector, "spec.podSelector", options);
  const ofIngress = errorsWithin(spec?.ingress, "spec.ingress", ({ ports, from }, path) =>
    ruleErrors({ ports, peers: from, member: "from" }, path, options),
  );
  append(errors, yield* ofIngress);
  const ofEgress = errorsWithin(spec?.egress, "spec.egress", ({ ports, to }, path) =>
    ruleErrors({ ports, peers: to, member: "to" }, path, options),
  );
  append(errors, yield* ofEgress);
  const types = spec?.policyTypes ?? [];
  if (types.length > DIRECTIONS.length) {
    const shown = textList(types, "networking.PolicyType");
    return [...errors, invalidText("spec.policyTypes", shown, "may not specify more than two policyTypes")];
  }
  const unknown = errorsOfEach(types, "spec.policyTypes", (type, path) =>
    DIRECTIONS.includes(type) ? [] : [notSupported(path, type, DIRECTIONS)],
  );
  return [...errors, ...(yield* unknown)];
}

/** A rule of either direction: its ports, and its peers under the direction's name for them. */
interface Rule {
  readonly ports: readonly NetworkPolicyPort[] | undefined;
  readonly peers: readonly NetworkPolicyPeer[] | undefined;
  readonly member: "from" | "to";
}

function* ruleErrors({ ports, peers, member }: Rule, path: string, options: LabelSelectorOptions): Steps<FieldError[]> {
  return [
    ...(yield* errorsOfEach(ports, child(path, "ports"), validatePort)),
    ...(yield* errorsWithin(peers, child(path, member), (peer, at) => peerErrors(peer, at, options))),
  ];
}

/** Rules of network policies. */
export const networkPolicyStrategy = generationStrategy(
  {
    metadataOnUpdate: "woven",
    // The reference validates an update as a new object and as a change, and lists the errors twice.
    *validating(_context, object, old, { whole, change } = NO_METADATA_ERRORS) {
      if (old === undefined) return yield* policyErrors(object);
      // Only an invalid `podSelector` of the stored policy may stay; invalid selectors of peers may not.
      const { spec } = yield* decodedInSteps<NetworkPolicy>(old);
      const options = yield* selectorOptions([spec?.podSelector]);
      const errors = yield* policyErrors(object, options);
      return [...whole, ...errors, ...change, ...errors];
    },
  },
  { countsEmpties: true },
);
