import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Services } from "../../../api/registry/services.ts";
import { type Answer, header, type RequestContext } from "../../../ground/request/context.ts";
import { parseAccept } from "../../../model/encoding/mediaType.ts";
import { isPretty, type Wire, wireOf } from "../../../model/encoding/negotiate.ts";
import { encodeValue } from "../../../model/encoding/objectEncoder.ts";
import type { Aggregation } from "../../aggregation/aggregation.ts";
import { entityTag, matchesTag } from "../../http/entityTag.ts";
import { aggregatedDiscovery } from "./aggregated.ts";
import { keptAnswer } from "./keptAnswer.ts";

/** The form in which a client wants the aggregated discovery document. */
export interface AggregatedForm {
  readonly wire: Wire;
  /** The media type as the client wrote it. */
  readonly type: string;
  readonly version: "v2" | "v2beta1";
}

const groupOf = (vocabulary: Vocabulary): string => vocabulary.render("apidiscovery.{domain}");

/** The aggregated form if the client accepts it, at any position of its list. */
export function aggregatedForm(vocabulary: Vocabulary, accept: string): AggregatedForm | undefined {
  for (const { type, parameters } of parseAccept(accept)) {
    const { as, g, v } = parameters;
    if (as !== "APIGroupDiscoveryList" || g !== groupOf(vocabulary) || (v !== "v2" && v !== "v2beta1")) continue;
    const wire = type.includes("*") ? undefined : wireOf(type, vocabulary);
    if (wire !== undefined && wire !== "cbor") return { wire, type, version: v };
  }
  return undefined;
}

/** `/api` or `/apis` as one document of groups, versions and resources, or 304 when the client already has it. */
export function aggregatedAnswer(
  services: Services,
  aggregation: Aggregation,
  context: RequestContext,
  form: AggregatedForm,
): Answer {
  const { vocabulary, schema } = services;
  const { wire, type, version } = form;
  const core = context.path.split("/")[1] === "api";
  const pretty = isPretty(context.query, header(context, "user-agent"));
  const answer = keptAnswer(aggregation.groups, `${context.path}/${wire}/${version}/${pretty}`, () => {
    const document = aggregatedDiscovery(services, aggregation, core, version);
    return {
      status: 200,
      headers: {
        "content-type": `${type};g=${groupOf(vocabulary)};v=${version};as=APIGroupDiscoveryList`,
        "cache-control": "public",
        etag: entityTag(JSON.stringify(document)),
        vary: "Accept",
      },
      body: encodeValue(document, wire, pretty, schema.definition(`api.apidiscovery.${version}.APIGroupDiscoveryList`)),
    };
  });
  if (!matchesTag(header(context, "if-none-match"), answer.headers["etag"] ?? "")) return answer;
  const { "content-type": _, ...headers } = answer.headers;
  return { status: 304, headers, body: "" };
}
