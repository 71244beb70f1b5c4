import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ApiObject } from "../../shared/object.ts";
import { type ResourceLocator, resourcePath } from "../../shared/resourcePath.ts";
import { isApiError } from "../../shared/status.ts";
import { type ApiResponse, request } from "../api/request.ts";
import { applyText, type EditorWriteOptions } from "./applyRequest.ts";
import { conflictsOf, type FieldConflict, isFieldConflict } from "./conflicts.ts";
import { parseText } from "./editingText.ts";
import { guardedApply } from "./guardedApply.ts";

export interface Applying {
  busy: boolean;
  /** A refusal other than a field conflict. */
  error: Error | undefined;
  conflicts: FieldConflict[];
  warnings: string[];
  /** What a dry run answered. */
  preview: ApiObject | undefined;
  /** The answer to a write was not waited for: nobody knows what became of it. */
  abandoned: boolean;
  /** Applies or, with `dryRun`, previews. Resolves to the stored object, or undefined when refused. */
  apply(text: string, options?: EditorWriteOptions): Promise<ApiObject | undefined>;
  /** Stops waiting for the answer. */
  cancel(): void;
  /** Forgets the outcome. */
  clear(): void;
}

interface Outcome {
  error?: Error;
  conflicts: FieldConflict[];
  warnings: string[];
  preview?: ApiObject | undefined;
  abandoned?: boolean;
}

const NOTHING: Outcome = { conflicts: [], warnings: [] };

/** Sends a write of the editor in its way. @throws ApiError, or the platform's AbortError */
function write(
  cluster: string,
  locator: ResourceLocator,
  text: string,
  options: EditorWriteOptions,
): Promise<ApiResponse<ApiObject>> {
  const { request: other, guard, signal } = options;
  if (other !== undefined) return request<ApiObject>(cluster, { ...other, signal });
  const apply = (sent: string): Promise<ApiResponse<ApiObject>> => applyText(cluster, locator, sent, options);
  if (guard === undefined) return apply(text);
  const read = async (): Promise<ApiObject> =>
    (await request<ApiObject>(cluster, { path: resourcePath(locator), signal })).body;
  return guardedApply({ ...guard, text }, { apply, read });
}

/** Writes with what can come of them. Conflicts are explained with the object as it is at that moment. */
export function useApply(cluster: string, locator: ResourceLocator): Applying {
  const [outcome, setOutcome] = useState(NOTHING);
  const waiting = useRef<AbortController>(undefined);
  const mutation = useMutation({
    mutationFn: async ({ text, options }: { text: string; options: EditorWriteOptions }) => {
      const controller = new AbortController();
      const { signal } = controller;
      waiting.current = controller;
      try {
        const { body, warnings } = await write(cluster, locator, text, { ...options, signal });
        setOutcome({ ...NOTHING, warnings, preview: options.dryRun ? body : undefined });
        return body;
      } catch (error) {
        const parsed = parseText(text);
        if (signal.aborted) setOutcome({ ...NOTHING, abandoned: options.dryRun !== true });
        else if (isApiError(error) && isFieldConflict(error) && parsed.ok) {
          const live = await request<ApiObject>(cluster, { path: resourcePath(locator), signal });
          setOutcome({ ...NOTHING, conflicts: conflictsOf(error, live.body, parsed.object) });
        } else {
          setOutcome({ ...NOTHING, error: error instanceof Error ? error : new Error(String(error)) });
        }
        return undefined;
      }
    },
    onError: (error) => setOutcome(waiting.current?.signal.aborted ? NOTHING : { ...NOTHING, error }),
  });
  return {
    busy: mutation.isPending,
    error: outcome.error,
    conflicts: outcome.conflicts,
    warnings: outcome.warnings,
    preview: outcome.preview,
    abandoned: outcome.abandoned ?? false,
    apply: (text, options = {}) => mutation.mutateAsync({ text, options }).catch(() => undefined),
    cancel: () => waiting.current?.abort(),
    clear: () => setOutcome(NOTHING),
  };
}
