import { type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { parseUrl } from "../../../ground/formats/urls/urlParts.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import type { CustomResourceDefinition } from "./customResourceDefinition.ts";

type State = "missing" | "invalid" | "approved" | "bypassed";

const annotationOf = (vocabulary: Vocabulary): string => vocabulary.render("api-approved.{labelDomain}");

function stateOf(vocabulary: Vocabulary, object: ApiObject): State {
  const value = object.metadata.annotations?.[annotationOf(vocabulary)] ?? "";
  if (value === "") return "missing";
  if (value.startsWith("unapproved")) return "bypassed";
  const url = parseUrl(value);
  return typeof url !== "string" && url.host !== "" && url.scheme !== "" ? "approved" : "invalid";
}

/**
 * Groups of the product's own domain need a reviewed design, recorded in an annotation.
 * @param old the stored definition on updates: problems that it already has are not reported again
 */
export function validateApproval(vocabulary: Vocabulary, object: ApiObject, old?: ApiObject): FieldError[] {
  const group = narrow<CustomResourceDefinition>(object).spec?.group ?? "";
  const domains = [vocabulary.domain, vocabulary.labelDomain];
  if (!domains.some((domain) => group === domain || group.endsWith(`.${domain}`))) return [];
  const state = stateOf(vocabulary, object);
  if (old !== undefined && stateOf(vocabulary, old) === state) return [];
  const annotation = annotationOf(vocabulary);
  const path = `metadata.annotations[${annotation}]`;
  const rule = `protected groups must have approval annotation ${JSON.stringify(annotation)}`;
  const where = vocabulary.render("see https://github.com/{product}/enhancements/pull/1111");
  if (state === "missing") return [required(path, `${rule}, ${where}`)];
  if (state !== "invalid") return [];
  const detail = `${rule} with either a URL or a reason starting with "unapproved", ${where}`;
  return [invalid(path, object.metadata.annotations?.[annotation], detail)];
}
