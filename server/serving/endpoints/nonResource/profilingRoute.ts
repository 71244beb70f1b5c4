import { type ProfileKind, ProfilerBusyError, takeProfile } from "../../../ground/observability/process/profiler.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import { PROFILING } from "../../../ground/request/longRunning.ts";
import { notFoundPage, plainText } from "../../../ground/request/plainText.ts";
import type { PathHandler } from "./nonResource.ts";

/** The available profiles, by the reference's names. */
const PROFILES: Readonly<Record<string, { kind: ProfileKind; file: string; seconds: number; about: string }>> = {
  profile: { kind: "cpu", file: "cpu.cpuprofile", seconds: 30, about: "where time goes" },
  heap: { kind: "heap", file: "heap.heapprofile", seconds: 10, about: "who allocates memory that is still held" },
};
/** Maximum seconds of a profile, because it grows with its duration. */
const LONGEST = 300;

/** `/debug/pprof`: profiles of the server, for users who may read non-resource paths. */
export const profilingRoute: readonly [string, PathHandler] = [
  PROFILING,
  (context) => {
    const name = context.path.slice(PROFILING.length).replace(/^\//, "");
    if (name === "") return index();
    const found = Object.hasOwn(PROFILES, name) ? PROFILES[name] : undefined;
    return found === undefined ? notFoundPage() : profile(context, found);
  },
];

const index = (): Answer =>
  plainText(
    [
      `${PROFILING}/`,
      "",
      ...Object.entries(PROFILES).map(
        ([name, { seconds, about }]) => `${name}?seconds=${seconds}  ${about}, sampled for so many seconds`,
      ),
      "",
      "Profiles are in the form of V8: developer tools of browsers and editors open them.",
      "",
    ].join("\n"),
  );

async function profile(
  { query, signal }: RequestContext,
  { kind, file, seconds: usual }: { kind: ProfileKind; file: string; seconds: number },
): Promise<Answer> {
  const seconds = query.has("seconds") ? Number(query.get("seconds")) : usual;
  if (!(seconds > 0 && seconds <= LONGEST)) {
    return plainText(`seconds must be more than 0 and at most ${LONGEST}\n`, 400);
  }
  try {
    return {
      status: 200,
      headers: {
        "content-type": "application/json",
        "content-disposition": `attachment; filename="${file}"`,
        "x-content-type-options": "nosniff",
      },
      body: await takeProfile(kind, seconds * 1000, signal),
    };
  } catch (error) {
    if (error instanceof ProfilerBusyError) return plainText(`${error.message}\n`, 500);
    throw error;
  }
}
