import { type FlagGroup, fileFlag, listFlag } from "../../ground/settings/flag.ts";

/** Which built-in admission plugins run. */
export interface AdmissionOptions {
  /** Plugins that run besides those that run by default. */
  readonly enableAdmissionPlugins: readonly string[];
  /** Plugins that do not run although they would by default. */
  readonly disableAdmissionPlugins: readonly string[];
  /** Path of an AdmissionConfiguration. */
  readonly admissionControlConfigFile: string | undefined;
}

export const admissionFlags: FlagGroup<AdmissionOptions> = {
  enableAdmissionPlugins: listFlag("enable-admission-plugins", {
    argument: "<names>",
    about: "admission plugins to run besides the default ones; their order does not matter",
    default: [],
  }),
  disableAdmissionPlugins: listFlag("disable-admission-plugins", {
    argument: "<names>",
    about: "admission plugins not to run although they would by default",
    default: [],
  }),
  admissionControlConfigFile: fileFlag(
    "admission-control-config-file",
    "what admission plugins are told (AdmissionConfiguration)",
  ),
};
