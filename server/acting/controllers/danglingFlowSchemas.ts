import type { FlowSchema } from "kubernetes-types/flowcontrol/v1";
import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import { quoted } from "../../../shared/text/quoted.ts";
import { timestamp } from "../../../shared/time.ts";
import { type ControllerParts, type RunningController, startController } from "./controller.ts";

const FIELD_MANAGER = "api-priority-and-fairness-config-consumer-v1";
const TYPE = "Dangling";

/** All flow schemas share one key, because any of them may name a changed priority level. */
const ALL = "*";

const levelOf = (schema: ApiObject): string => (schema as FlowSchema).spec?.priorityLevelConfiguration.name ?? "";

/** The condition that reports whether the priority level of a flow schema exists. */
function danglingCondition(level: string, exists: boolean) {
  const named = `This FlowSchema references the PriorityLevelConfiguration object named ${quoted(level)}`;
  return exists
    ? { status: "False", reason: "Found", message: `${named} and it exists` }
    : { status: "True", reason: "NotFound", message: `${named} but there is no such object` };
}

function isSaid(schema: ApiObject, wanted: ReturnType<typeof danglingCondition>): boolean {
  const said = (schema as FlowSchema).status?.conditions?.find(({ type }) => type === TYPE);
  return said?.status === wanted.status && said.reason === wanted.reason && said.message === wanted.message;
}

/**
 * Writes into the status of every flow schema whether its priority level exists. This is part of the API server itself,
 * so `--controllers` does not select it.
 */
export function danglingFlowSchemaController(parts: ControllerParts): RunningController {
  const { client, vocabulary } = parts;
  const group = vocabulary.render("flowcontrol.apiserver.{domain}");
  const schemasRef = { group, version: "v1", resource: "flowschemas" };
  const levelsRef = { group, version: "v1", resource: "prioritylevelconfigurations" };

  const note = async (schema: ApiObject, levels: ReadonlySet<string>): Promise<void> => {
    const level = levelOf(schema);
    const wanted = danglingCondition(level, levels.has(level));
    if (isSaid(schema, wanted)) return;
    const { name = "" } = schema.metadata;
    const condition = { type: TYPE, lastTransitionTime: timestamp(parts.now()), ...wanted };
    const object = {
      apiVersion: `${group}/v1`,
      kind: "FlowSchema",
      metadata: { name },
      status: { conditions: [condition] },
    };
    try {
      await client.apply({ ...schemasRef, name, subresource: "status" }, object, { fieldManager: FIELD_MANAGER });
    } catch (error) {
      if (!isApiError(error, "NotFound")) throw error;
    }
  };

  return startController(parts, {
    sources: [
      { ref: schemasRef, keys: () => [ALL] },
      { ref: levelsRef, keys: () => [ALL] },
    ],
    concurrency: 1,
    async reconcile() {
      const [schemas, levels] = await Promise.all([client.list(schemasRef), client.list(levelsRef)]);
      const names = new Set(levels.items.map((level) => level.metadata.name ?? ""));
      await Promise.all(schemas.items.map((schema) => note(schema, names)));
      return undefined;
    },
  });
}
