/** The mandatory objects that every request needs as a fallback; their specs are fixed. */

import type { FlowSchema, PriorityLevelConfiguration } from "kubernetes-types/flowcontrol/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { FieldError } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { invalidText, pointer, structText } from "../../../ground/formats/wording/goText.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import { defaultFlowSchemas, defaultPriorityLevels } from "./defaults.ts";
import { flowSchemaSpecText } from "./flowSchemaText.ts";

const EXEMPT = "exempt";
const CATCH_ALL = "catch-all";

/** The mandatory object with that name, if there is one. The specs of both contain no vocabulary placeholders. */
function fixed(objects: readonly ApiObject[], name: string | undefined): ApiObject | undefined {
  return name === EXEMPT || name === CATCH_ALL ? objects.find((object) => object.metadata.name === name) : undefined;
}

/** Field errors of a mandatory flow schema whose spec was changed. */
export function validateMandatoryFlowSchema(object: ApiObject): FieldError[] {
  const name = object.metadata.name;
  const wanted = fixed(defaultFlowSchemas, name);
  if (wanted === undefined) return [];
  const { spec } = decoded<FlowSchema>(object);
  if (deepEqual(spec ?? {}, decoded<FlowSchema>(wanted).spec)) return [];
  return [invalidText("spec", flowSchemaSpecText(spec), `spec of '${name}' must equal the fixed value`)];
}

/** Field errors of a mandatory priority level whose spec was changed; only the shares of the exempt level may be. */
export function validateMandatoryPriorityLevel(object: ApiObject): FieldError[] {
  const name = object.metadata.name;
  const wanted = fixed(defaultPriorityLevels, name);
  if (wanted === undefined) return [];
  const { spec } = decoded<PriorityLevelConfiguration>(object);
  const fixedPart = (value: object | undefined): object => {
    const { exempt: _, ...rest } = { ...value } as { exempt?: unknown };
    return name === EXEMPT ? rest : { ...value };
  };
  if (deepEqual(fixedPart(spec), fixedPart(decoded<PriorityLevelConfiguration>(wanted).spec))) return [];
  const shown = structText("flowcontrol.PriorityLevelConfigurationSpec", {
    Type: quoted(spec?.type ?? ""),
    Limited: pointer("flowcontrol.LimitedPriorityLevelConfiguration", spec?.limited),
    Exempt: pointer("flowcontrol.ExemptPriorityLevelConfiguration", spec?.exempt),
  });
  const what = name === EXEMPT ? `spec of '${name}' except the 'spec.exempt' field` : `spec of '${name}'`;
  return [invalidText("spec", shown, `${what} must equal the fixed value`)];
}
