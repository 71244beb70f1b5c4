import type { FieldError } from "../../../../shared/fieldError.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { pointer, structText } from "../../../ground/formats/wording/goText.ts";

/** A rollout strategy as messages print it. @param rolling structure of its details */
export const strategyText = (
  type: string,
  rolling: string,
  strategy: { readonly type?: string; readonly rollingUpdate?: unknown } | undefined,
): string =>
  structText(type, { Type: quoted(strategy?.type ?? ""), RollingUpdate: pointer(rolling, strategy?.rollingUpdate) });

/** An `Unsupported value` error for a value that is already rendered as text. */
export const notSupportedText = (field: string, rendered: string, supported: readonly string[]): FieldError => ({
  type: "FieldValueNotSupported",
  field,
  message: `Unsupported value: ${rendered}: supported values: ${supported.map(quoted).join(", ")}`,
});
