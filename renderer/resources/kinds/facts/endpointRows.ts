import type { ApiObject } from "../../../../shared/object.ts";
import { type Fields, fieldsAt, listAt, textAt, textsAt } from "../read.ts";
import { type FactValue, link, plain } from "./kindFacts.ts";

export const ENDPOINT_HEAD = ["addresses", "conditions", "targetRef", "nodeName", "zone"];

/** A terminating endpoint may still serve; one that is not ready does not. */
function condition(endpoint: Fields): FactValue {
  if (textAt(endpoint, "conditions.ready") !== "false") return { text: "ready", tone: "good" };
  if (textAt(endpoint, "conditions.terminating") !== "true") return { text: "not ready", tone: "warn" };
  const serves = textAt(endpoint, "conditions.serving") === "true";
  return { text: serves ? "terminating, still serving" : "terminating", tone: "warn" };
}

/** The endpoints of a slice, with links to their pods and nodes. */
export const endpointRows = (slice: ApiObject): FactValue[][] =>
  listAt(slice, "endpoints").map((each) => {
    const target = fieldsAt(each, "targetRef");
    return [
      plain(textsAt(each, "addresses").join(", ")),
      condition(each),
      link(textAt(target, "name"), {
        group: "",
        kind: textAt(target, "kind"),
        namespace: textAt(target, "namespace"),
      }),
      link(textAt(each, "nodeName"), { group: "", resource: "nodes", namespace: "" }),
      plain(textAt(each, "zone")),
    ];
  });
