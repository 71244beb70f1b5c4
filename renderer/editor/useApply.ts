import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiObject } from "../../shared/object.ts";
import { type ResourceLocator, resourcePath } from "../../shared/resourcePath.ts";
import { type ApiError, isApiError } from "../../shared/status.ts";
import { request } from "../api/request.ts";
import { applyText, type EditorWriteOptions } from "./applyRequest.ts";
import { conflictsOf, type FieldConflict, isFieldConflict } from "./conflicts.ts";
import { parseText } from "./editingText.ts";

export interface Applying {
  busy: boolean;
  /** A refusal other than a field conflict. */
  error: ApiError | Error | undefined;
  conflicts: FieldConflict[];
  warnings: string[];
  /** What a dry run answered. */
  preview: ApiObject | undefined;
  /** Applies or, with `dryRun`, previews. Resolves to the stored object, or undefined when refused. */
  apply(text: string, options?: EditorWriteOptions): Promise<ApiObject | undefined>;
  /** Forgets the outcome. */
  clear(): void;
}

interface Outcome {
  error?: ApiError | Error;
  conflicts: FieldConflict[];
  warnings: string[];
  preview?: ApiObject | undefined;
}

const NOTHING: Outcome = { conflicts: [], warnings: [] };

/** Server-side apply with what can come of it. Conflicts are explained with the object as it is at that moment. */
export function useApply(cluster: string, locator: ResourceLocator): Applying {
  const [outcome, setOutcome] = useState(NOTHING);
  const mutation = useMutation({
    mutationFn: async ({ text, options }: { text: string; options: EditorWriteOptions }) => {
      try {
        const { body, warnings } =
          options.request === undefined
            ? await applyText(cluster, locator, text, options)
            : await request<ApiObject>(cluster, options.request);
        setOutcome({ ...NOTHING, warnings, preview: options.dryRun ? body : undefined });
        return body;
      } catch (error) {
        const parsed = parseText(text);
        if (isApiError(error) && isFieldConflict(error) && parsed.ok) {
          const live = await request<ApiObject>(cluster, { path: resourcePath(locator) });
          setOutcome({ ...NOTHING, conflicts: conflictsOf(error, live.body, parsed.object) });
        } else {
          setOutcome({ ...NOTHING, error: error instanceof Error ? error : new Error(String(error)) });
        }
        return undefined;
      }
    },
    onError: (error) => setOutcome({ ...NOTHING, error }),
  });
  return {
    busy: mutation.isPending,
    error: outcome.error,
    conflicts: outcome.conflicts,
    warnings: outcome.warnings,
    preview: outcome.preview,
    apply: (text, options = {}) => mutation.mutateAsync({ text, options }).catch(() => undefined),
    clear: () => setOutcome(NOTHING),
  };
}
