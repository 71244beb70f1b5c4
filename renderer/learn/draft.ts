import type { LessonRequest } from "../../shared/lessons/lesson.ts";

/** A request while the learner writes it, with all fields as text. */
export interface Draft {
  method: LessonRequest["method"];
  path: string;
  as: string;
  accept: string;
  contentType: string;
  body: string;
}

export const EMPTY_DRAFT: Draft = { method: "GET", path: "", as: "", accept: "", contentType: "", body: "" };

/** The draft of a given request. */
export const draftOf = ({ method, path, as, accept, contentType, body }: LessonRequest): Draft => ({
  method,
  path,
  as: as ?? "",
  accept: accept ?? "",
  contentType: contentType ?? "",
  body: body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body, null, 2),
});

/** The request without empty fields. The body is left unchanged, even if invalid. */
export function requestOf({ method, path, as, accept, contentType, body }: Draft): LessonRequest {
  return {
    method,
    path: path.trim(),
    ...(as.trim() === "" ? {} : { as: as.trim() }),
    ...(accept.trim() === "" ? {} : { accept: accept.trim() }),
    ...(contentType.trim() === "" ? {} : { contentType: contentType.trim() }),
    ...(method === "GET" || body.trim() === "" ? {} : { body }),
  };
}
