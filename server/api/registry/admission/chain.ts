import { keepValidManagers } from "./managedFieldsGuard.ts";
import type { AdmissionPass, AdmissionPlugin, AdmissionRequest } from "./plugin.ts";

/** All admission of a server: what a write passes between defaulting and commit. */
export interface AdmissionChain {
  /** Lets every plugin change the object, in order, once more when one asks for it. @throws ApiError of the first that refuses */
  admit(request: AdmissionRequest): Promise<void>;
  /** Lets every plugin judge the final object, in order. @throws ApiError of the first that refuses */
  validate(request: AdmissionRequest): Promise<void>;
}

/** Runs plugins in the order given. Plugins that do not handle a request are not called. */
export function admissionChain(plugins: readonly AdmissionPlugin[]): AdmissionChain {
  const run = async (request: AdmissionRequest, pass: AdmissionPass): Promise<void> => {
    for (const plugin of plugins) {
      if (plugin.admit !== undefined && plugin.handles(request)) await plugin.admit(request, pass);
    }
  };
  return {
    async admit(request) {
      const restore = keepValidManagers(request);
      const memory = new Map<string, unknown>();
      let wanted = false;
      const runAgain = (): void => {
        wanted = true;
      };
      await run(request, { again: false, runAgain, memory });
      if (wanted) await run(request, { again: true, runAgain, memory });
      restore();
    },
    async validate(request) {
      for (const plugin of plugins) {
        if (plugin.validate !== undefined && plugin.handles(request)) await plugin.validate(request);
      }
    },
  };
}

/** For writes that were admitted as something else already. */
export const noAdmission: AdmissionChain = admissionChain([]);
