import type { AdmissionPlugin, AdmissionRequest } from "./plugin.ts";

/** All admission of a server: what a write passes between defaulting and commit. */
export interface AdmissionChain {
  /** Lets every plugin change the object, in order. @throws ApiError of the first that refuses */
  admit(request: AdmissionRequest): Promise<void>;
  /** Lets every plugin judge the final object, in order. @throws ApiError of the first that refuses */
  validate(request: AdmissionRequest): Promise<void>;
}

/** Runs plugins in the order given. Plugins that do not handle a request are not called. */
export function admissionChain(plugins: readonly AdmissionPlugin[]): AdmissionChain {
  return {
    async admit(request) {
      for (const plugin of plugins) {
        if (plugin.admit !== undefined && plugin.handles(request)) await plugin.admit(request);
      }
    },
    async validate(request) {
      for (const plugin of plugins) {
        if (plugin.validate !== undefined && plugin.handles(request)) await plugin.validate(request);
      }
    },
  };
}
