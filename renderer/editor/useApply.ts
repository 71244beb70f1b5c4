import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ObjectEdit } from "../../shared/apply/planEdit.ts";
import type { ApiObject } from "../../shared/object.ts";
import { type ResourceLocator, resourcePath } from "../../shared/resourcePath.ts";
import { type ApiRequest, type ApiResponse, request } from "../api/requests/request.ts";
import { applyConfiguration, fieldManager, patchObject } from "./applyRequest.ts";
import type { Answers } from "./saving/answers.ts";
import { type GuardedText, guardedWrite } from "./saving/guardedWrite.ts";
import type { OwnershipChange } from "./saving/ownershipChange.ts";
import { ContestedError, type Saved, saveEdit } from "./saving/saveEdit.ts";
import { askAboutText } from "./text/askAboutText.ts";

/** A write of a text: an edit of an existing object, a request of another write method, or one that recreates an object. */
export type EditorWrite = { dryRun?: boolean; text: string } & (
  | { kind: "edit"; edit: TextEdit }
  | {
      kind: "request";
      edit: Omit<GuardedText, "text">;
      requestOf(mine: ApiObject, live: ApiObject): Promise<ApiRequest>;
    }
  | { kind: "create" }
);

/** An edited text, and how to save it. */
export interface TextEdit extends Omit<GuardedText, "text">, Pick<ObjectEdit, "claim"> {
  /** The object's type; undefined when the server has no schema. */
  typeOf(): Promise<ObjectEdit["type"]>;
  /** The edited part of an object. */
  partOf(object: ApiObject): ApiObject;
  answers: Answers;
}

/** The result of a dry run. */
export interface Preview {
  object: ApiObject;
  /** Undefined for write methods other than apply. */
  ownership: OwnershipChange | undefined;
  claimsAll: boolean;
}

/** The outcome of the last write or preview. */
export interface Outcome {
  /** An error other than contested fields. */
  error?: Error;
  /** Fields that the user has to decide about; nothing was written. */
  contested?: ContestedError;
  warnings: string[];
  preview?: Preview;
  /** Why some fields could not be claimed although the values are written. */
  unclaimed?: Error;
  /** Whether the user stopped waiting for the response to a write: its outcome is unknown. */
  abandoned?: boolean;
  /** Whether it was a preview, which writes nothing. */
  dryRun?: boolean;
}

export interface Applying extends Outcome {
  /** The running request, if any. */
  busy: "write" | "preview" | undefined;
  /** Writes or, with `dryRun`, previews. Resolves to the stored object, or undefined when refused. */
  send(write: EditorWrite): Promise<ApiObject | undefined>;
  /** Stops waiting for the response. */
  cancel(): void;
  /** Clears the outcome. */
  clear(): void;
}

const NOTHING: Outcome = { warnings: [] };

/** Writes of the editor and their outcomes. */
export function useApply(cluster: string, locator: ResourceLocator): Applying {
  const [outcome, setOutcome] = useState(NOTHING);
  const waiting = useRef<AbortController>(undefined);
  const isUnderWay = useRef(false);
  const mutation = useMutation({
    mutationFn: async (write: EditorWrite) => {
      const controller = new AbortController();
      const { signal } = controller;
      waiting.current = controller;
      const dryRun = write.dryRun === true;
      let isSending = false;
      try {
        const mine = await unlessAborted(askAboutText("object", write.text), signal);
        if (mine === undefined) return undefined;
        const type = write.kind === "edit" ? await unlessAborted(write.edit.typeOf(), signal) : undefined;
        isSending = true;
        const saved = await carryOut(cluster, locator, write, { mine, type, signal });
        const { body, warnings, unclaimed } = saved;
        const preview = { object: body, ownership: saved.ownership, claimsAll: saved.claimsAll ?? false };
        setOutcome({
          warnings,
          dryRun,
          ...(dryRun ? { preview } : {}),
          ...(unclaimed === undefined ? {} : { unclaimed }),
        });
        return body;
      } catch (error) {
        if (signal.aborted) setOutcome({ ...NOTHING, abandoned: isSending && !dryRun });
        else if (error instanceof ContestedError) setOutcome({ ...NOTHING, dryRun, contested: error });
        else setOutcome({ ...NOTHING, dryRun, error: error instanceof Error ? error : new Error(String(error)) });
        return undefined;
      }
    },
  });
  return {
    ...outcome,
    busy: !mutation.isPending ? undefined : mutation.variables?.dryRun === true ? "preview" : "write",
    send: async (write) => {
      // A second click may come before the button is disabled.
      if (isUnderWay.current) return undefined;
      isUnderWay.current = true;
      try {
        return await mutation.mutateAsync(write);
      } finally {
        isUnderWay.current = false;
      }
    },
    cancel: () => waiting.current?.abort(),
    clear: () => setOutcome(NOTHING),
  };
}

/** Waits for a value, or until the signal aborts. @throws the signal's reason */
function unlessAborted<T>(value: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([value, aborted]);
}

/**
 * Sends a write of the editor.
 *
 * @param known the object of the text, and its type; undefined if the server has no schema
 * @throws ApiError, ContestedError, or the platform's AbortError
 */
async function carryOut(
  cluster: string,
  locator: ResourceLocator,
  write: EditorWrite,
  known: Pick<ObjectEdit, "mine" | "type"> & { readonly signal: AbortSignal },
): Promise<ApiResponse<ApiObject> & Partial<Saved>> {
  const dryRun = write.dryRun === true;
  const { mine, type, signal } = known;
  const { text } = write;
  if (write.kind === "create") return applyConfiguration(cluster, locator, text, { dryRun, signal });
  const rest = {
    read: async () => (await request<ApiObject>(cluster, { path: resourcePath(locator), signal })).body,
    done: (live: ApiObject) => ({ body: live, warnings: [] }),
  };
  if (write.kind === "request") {
    const send = async (live: ApiObject) =>
      request<ApiObject>(cluster, { ...(await write.requestOf(mine, live)), signal });
    return guardedWrite({ ...write.edit, text }, { ...rest, write: send });
  }
  const { edit } = write;
  const planned = { manager: fieldManager(cluster), subresource: locator.subresource ?? "", type, claim: edit.claim };
  return guardedWrite<ApiResponse<ApiObject> & Partial<Saved>>(
    { ...edit, text },
    {
      write: (live) =>
        saveEdit(
          {
            edit: { ...planned, live, before: edit.partOf(live), mine },
            answers: edit.answers,
            dryRun,
            partOf: edit.partOf,
          },
          {
            apply: (configuration, options) =>
              applyConfiguration(cluster, locator, configuration, { ...options, signal }),
            patch: (patch, options) =>
              patchObject(cluster, locator, "application/json-patch+json", patch, { ...options, signal }),
          },
        ),
      ...rest,
    },
  );
}
