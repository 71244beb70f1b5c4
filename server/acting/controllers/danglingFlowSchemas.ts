import type { FlowSchema } from "kubernetes-types/flowcontrol/v1";
import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import { quoted } from "../../../shared/text/quoted.ts";
import { timestamp } from "../../../shared/time.ts";
import { type ControllerParts, type RunningController, startController } from "./controller.ts";

const FIELD_MANAGER = "api-priority-and-fairness-config-consumer-v1";
const TYPE = "Dangling";

/** All schemas are looked at together: a priority level may be named by any of them. */
const ALL = "*";

const levelOf = (schema: ApiObject): string => (schema as FlowSchema).spec?.priorityLevelConfiguration.name ?? "";

/** What the condition of a schema should say of the priority level that it names. */
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
 * Notes in the status of every flow schema whether the priority level that it names exists. Part of the API server itself,
 * not of the controllers that `--controllers` selects.
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
