import { isSystemError, systemErrorText } from "../../ground/formats/wording/systemErrorText.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { DataFolderError } from "../../store/storage/dataFolderError.ts";

/**
 * The text of an error with which the product's surroundings keep it from starting: a wrong option, a port that is taken, a
 * folder that is damaged or not writable. Undefined for a fault of the program itself.
 */
export function explainError(error: unknown): string | undefined {
  if (isSystemError(error)) return systemErrorText(error);
  return error instanceof OptionError || error instanceof DataFolderError ? error.message : undefined;
}
