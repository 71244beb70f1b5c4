/**
 * The objects that a new server creates for itself, besides the default roles (see
 * `server/access/authorization/defaults`). Their templates contain placeholders of the vocabulary and are rendered
 * here. Each is created only if it is missing.
 */
import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { localApiServices } from "../apiregistration/defaults.ts";
import { defaultFlowSchemas, defaultPriorityLevels } from "../flowcontrol/defaults.ts";
import { stageOf } from "../groups.ts";
import { systemPriorityClasses } from "../scheduling/defaults.ts";
import { type SystemFacts, systemObjects } from "./systemObjects.ts";

/** An object that a new server creates, and the resource it belongs to. */
export interface BootstrapObject {
  /** Plural under which the object is served. */
  readonly resource: string;
  readonly object: ApiObject;
}

const PLURALS: Readonly<Record<string, string>> = {
  Namespace: "namespaces",
  Service: "services",
  ConfigMap: "configmaps",
  FlowSchema: "flowschemas",
  PriorityLevelConfiguration: "prioritylevelconfigurations",
  PriorityClass: "priorityclasses",
  APIService: "apiservices",
};

/**
 * Every object a new server creates, in an order in which each can be created: namespaces first.
 *
 * @param securePort port of this server, for the service under which pods reach it
 * @param facts further known facts about this server
 * @param served whether a group version has an API service, by rendered group
 */
export function bootstrapObjects(
  vocabulary: Vocabulary,
  securePort: number,
  facts: Partial<Omit<SystemFacts, "securePort">> = {},
  served: (group: string, version: string) => boolean = (_group, version) => stageOf(version) === "ga",
): readonly BootstrapObject[] {
  return [
    ...systemObjects({ ...facts, securePort }),
    ...systemPriorityClasses,
    ...defaultPriorityLevels,
    ...defaultFlowSchemas,
    ...localApiServices((group, version) => served(vocabulary.render(group), version)),
  ].map((template) => ({
    resource: PLURALS[template.kind ?? ""] ?? "",
    object: vocabulary.renderValue(template),
  }));
}
