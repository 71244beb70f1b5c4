import type { LessonRequest } from "../../../shared/lessons/lesson.ts";

/** The meaning of a line typed in a lesson. */
export type LessonInput =
  | { readonly kind: "request"; readonly request: LessonRequest }
  | { readonly kind: "check" | "hint" | "solve" | "show" | "quit" | "help" };

const WORDS = ["check", "hint", "solve", "show", "quit", "help"] as const;
/** Default content type of a PATCH. */
const MERGE_PATCH = "application/merge-patch+json";

/**
 * Parses `METHOD PATH [header=value …] [body]`, or one of the words; an empty line runs the check. `as=`, `accept=` and
 * `type=` are the headers that lessons need.
 *
 * @returns undefined for any other line
 */
export function parseLessonInput(line: string): LessonInput | undefined {
  const text = line.trim();
  if (text === "") return { kind: "check" };
  const word = WORDS.find((each) => each === text.toLowerCase());
  if (word !== undefined) return { kind: word };
  const match = /^(GET|POST|PUT|PATCH|DELETE)\s+(\/\S+)\s*([\s\S]*)$/i.exec(text);
  if (match === null) return undefined;
  const method = (match[1] ?? "").toUpperCase() as LessonRequest["method"];
  let rest = match[3] ?? "";
  const settings: Record<string, string> = {};
  for (
    let found = /^(as|accept|type)=(\S+)\s*/.exec(rest);
    found !== null;
    found = /^(as|accept|type)=(\S+)\s*/.exec(rest)
  ) {
    settings[found[1] ?? ""] = found[2] ?? "";
    rest = rest.slice(found[0].length);
  }
  const { as, accept, type } = settings;
  const contentType = type ?? (method === "PATCH" ? MERGE_PATCH : undefined);
  return {
    kind: "request",
    request: {
      method,
      path: match[2] ?? "",
      ...(as === undefined ? {} : { as }),
      ...(accept === undefined ? {} : { accept }),
      ...(contentType === undefined || rest === "" ? {} : { contentType }),
      ...(rest === "" ? {} : { body: rest }),
    },
  };
}

/** The line that {@link parseLessonInput} parses into the request. */
export function lessonLine({ method, path, as, accept, contentType, body }: LessonRequest): string {
  const words = [method, path];
  if (as !== undefined) words.push(`as=${as}`);
  if (accept !== undefined) words.push(`accept=${accept}`);
  if (contentType !== undefined && contentType !== MERGE_PATCH) words.push(`type=${contentType}`);
  if (body !== undefined) words.push(typeof body === "string" ? body : JSON.stringify(body));
  return words.join(" ");
}
