import { changedFields, fieldTexts } from "./fieldTexts.ts";
import { keepValidManagers } from "./managedFieldsGuard.ts";
import type { AdmissionOperation, AdmissionPass, AdmissionPlugin, AdmissionRequest } from "./plugin.ts";

/** All admission of a server: what a write passes between defaulting and commit. */
export interface AdmissionChain {
  /**
   * Lets every plugin change the object, in order, once more when one asks for it. @throws ApiError of the first that refuses
   */
  admit(request: AdmissionRequest): Promise<void>;
  /** Whether a plugin may look at the versions of the objects of an update (see {@link AdmissionPlugin.showsVersions}). */
  showsVersions(): boolean;
  /** Lets every plugin judge the final object, in order. @throws ApiError of the first that refuses */
  validate(request: AdmissionRequest): Promise<void>;
}

/** What a part of admission is timed as: changing objects, or judging them. */
export type AdmissionType = "admit" | "validate";

/** Records how long something took for a request, in milliseconds, and whether it refused it. */
export type AdmissionTimer = (operation: AdmissionOperation, rejected: boolean, took: number) => void;

/** Times admission. */
export interface AdmissionTimes {
  /** For one plugin. */
  plugin(name: string, type: AdmissionType): AdmissionTimer;
  /** For all of them together. */
  step(type: AdmissionType): AdmissionTimer;
}

const untimed: AdmissionTimes = { plugin: () => () => undefined, step: () => () => undefined };

/** Runs plugins in the order given. Plugins that do not handle a request are not called. */
export function admissionChain(plugins: readonly AdmissionPlugin[], times: AdmissionTimes = untimed): AdmissionChain {
  const timers = (type: AdmissionType) => plugins.map(({ name }) => times.plugin(name, type));
  const [admitTimers, validateTimers] = [timers("admit"), timers("validate")];
  const [admitted, validated] = [times.step("admit"), times.step("validate")];
  const run = async (request: AdmissionRequest, pass: AdmissionPass): Promise<void> => {
    const { object, trace } = request;
    let before: ReadonlyMap<string, string> | undefined;
    for (const [i, plugin] of plugins.entries()) {
      if (plugin.admit === undefined || !plugin.handles(request)) continue;
      if (trace !== undefined) before ??= fieldTexts(object);
      await timed(request, admitTimers[i], () => plugin.admit?.(request, pass));
      if (trace === undefined || before === undefined) continue;
      const after = fieldTexts(object);
      const fields = changedFields(before, after);
      if (fields.length > 0) trace.admitted(plugin.name, fields);
      before = after;
    }
  };
  const admit = async (request: AdmissionRequest): Promise<void> => {
    const restore = keepValidManagers(request);
    const memory = new Map<string, unknown>();
    let wanted = false;
    const runAgain = (): void => {
      wanted = true;
    };
    await run(request, { again: false, runAgain, memory });
    if (wanted) await run(request, { again: true, runAgain, memory });
    await restore();
  };
  const validate = async (request: AdmissionRequest): Promise<void> => {
    for (const [i, plugin] of plugins.entries()) {
      if (plugin.validate === undefined || !plugin.handles(request)) continue;
      await timed(request, validateTimers[i], () => plugin.validate?.(request));
    }
  };
  return {
    showsVersions: () => plugins.some((plugin) => plugin.showsVersions?.() === true),
    admit: (request) => timed(request, admitted, () => admit(request)),
    validate: (request) => timed(request, validated, () => validate(request)),
  };
}

/** Does a part of admission. */
async function timed(
  { operation }: AdmissionRequest,
  timer: AdmissionTimer | undefined,
  work: () => void | Promise<void>,
): Promise<void> {
  const start = performance.now();
  let rejected = true;
  try {
    await work();
    rejected = false;
  } finally {
    timer?.(operation, rejected, performance.now() - start);
  }
}

/** For writes that were admitted as something else already. */
export const noAdmission: AdmissionChain = admissionChain([]);
