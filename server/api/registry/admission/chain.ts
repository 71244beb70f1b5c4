import { changedFields, fieldTexts } from "./fieldTexts.ts";
import { keepValidManagers } from "./managedFieldsGuard.ts";
import type { AdmissionOperation, AdmissionPass, AdmissionPlugin, AdmissionRequest } from "./plugin.ts";

/** The admission plugins of a server. Every write passes them between defaulting and commit. */
export interface AdmissionChain {
  /**
   * Runs the mutating step of every plugin in order, and a second time when a plugin asks for it.
   * @throws ApiError of the first plugin that refuses
   */
  admit(request: AdmissionRequest): Promise<void>;
  /**
   * Whether a plugin may read the resource versions of the objects of an update (see
   * {@link AdmissionPlugin.showsVersions}).
   */
  showsVersions(): boolean;
  /**
   * Runs the validating step of every plugin on the final object, in order.
   * @throws ApiError of the first that refuses
   */
  validate(request: AdmissionRequest): Promise<void>;
}

/** The two admission steps that are timed separately: mutating and validating. */
export type AdmissionType = "admit" | "validate";

/** Records how many milliseconds admission took for a request, and whether it refused the request. */
export type AdmissionTimer = (operation: AdmissionOperation, rejected: boolean, took: number) => void;

/** Provides the timers for admission. */
export interface AdmissionTimes {
  /** The timer for one plugin. */
  plugin(name: string, type: AdmissionType): AdmissionTimer;
  /** The timer for all plugins together. */
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

/** Runs one admission step and reports its duration. */
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

/** For writes that have already passed admission in another form. */
export const noAdmission: AdmissionChain = admissionChain([]);
