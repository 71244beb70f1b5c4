import { isEmptyMap } from "../../json/largeMaps.ts";
import type { Conversion } from "./conversion.ts";
import { fill, membersOf, ownOf, recordsOf, take } from "./members.ts";

/** Converts endpoint slices to discovery v1, which has separate fields for the node and zone of an endpoint. */
export const convertEndpointSlice: Conversion = (object, context) => {
  const hostname = context.vocabulary.render("{labelDomain}/hostname");
  const zone = context.vocabulary.render("topology.{labelDomain}/zone");
  let isLost = false;
  for (const endpoint of recordsOf(ownOf(object, "endpoints"))) {
    const topology = membersOf(take(endpoint, "topology"));
    if (topology === undefined) continue;
    const [node, place] = [take(topology, hostname), take(topology, zone)];
    if (node !== undefined) fill(endpoint, "nodeName", node);
    if (place !== undefined) fill(endpoint, "zone", place);
    if (isEmptyMap(topology)) continue;
    fill(endpoint, "deprecatedTopology", topology);
    isLost = true;
  }
  if (!isLost) return;
  context.note({
    en: "`deprecatedTopology` holds the remaining keys of `topology`; the server drops it when the object is written.",
    de: "`deprecatedTopology` enthält die übrigen Schlüssel von `topology`; der Server verwirft es beim Schreiben.",
  });
};
