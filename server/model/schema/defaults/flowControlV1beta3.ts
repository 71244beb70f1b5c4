/** Defaulting rules of flow control in v1beta3, which only servers have that emulate releases before 1.32. */
import { type DefaultTable, rows } from "./row.ts";

/**
 * The annotation by which v1beta3 marks an explicit share of 0, because it cannot distinguish 0 from an absent share.
 */
export const KEEPS_ZERO_SHARES = "flowcontrol.{domain}/v1beta3-preserve-zero-concurrency-shares";

interface PriorityLevelView {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: { readonly limited?: object };
}

export const flowControlV1beta3: DefaultTable = {
  "api.flowcontrol.v1beta3.FlowSchemaSpec": rows((r) => [r.set("matchingPrecedence", 1000)]),
  "api.flowcontrol.v1beta3.PriorityLevelConfiguration": rows<PriorityLevelView>((r) => [
    r.set("spec.limited.nominalConcurrencyShares", 30, {
      when: ({ metadata, spec }, _, render) =>
        spec?.limited != null && metadata?.annotations?.[render(KEEPS_ZERO_SHARES)] === undefined,
    }),
  ]),
  "api.flowcontrol.v1beta3.ExemptPriorityLevelConfiguration": rows((r) => [
    r.set("nominalConcurrencyShares", 0),
    r.set("lendablePercent", 0),
  ]),
  "api.flowcontrol.v1beta3.LimitedPriorityLevelConfiguration": rows((r) => [r.set("lendablePercent", 0)]),
  "api.flowcontrol.v1beta3.QueuingConfiguration": rows((r) => [
    r.set("handSize", 8),
    r.set("queues", 64),
    r.set("queueLengthLimit", 50),
  ]),
};
