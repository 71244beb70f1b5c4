import { type FlagGroup, fileFlag, listFlag, numberFlag } from "../../ground/settings/flag.ts";

/** Which built-in admission plugins run. */
export interface AdmissionOptions {
  /** All plugins that run, by the older flag; none where it is not given. */
  readonly admissionControl: readonly string[];
  /** Plugins that run besides those that run by default. */
  readonly enableAdmissionPlugins: readonly string[];
  /** Plugins that do not run although they would by default. */
  readonly disableAdmissionPlugins: readonly string[];
  /** Path of an AdmissionConfiguration. */
  readonly admissionControlConfigFile: string | undefined;
  /** Seconds that pods may stay on nodes that become unready, */
  readonly notReadyTolerationSeconds: number;
  /** or unreachable, unless they say themselves what they tolerate. */
  readonly unreachableTolerationSeconds: number;
}

const seconds = (name: string, state: string) =>
  numberFlag(name, {
    argument: "<seconds>",
    about: `how long pods that do not say so stay on nodes that become ${state}`,
    min: 0,
    max: 2 ** 31 - 1,
    default: 300,
  });

export const admissionFlags: FlagGroup<AdmissionOptions> = {
  admissionControl: listFlag("admission-control", {
    argument: "<names>",
    about: "all admission plugins that run (deprecated); not beside the two flags that enable and disable some",
    default: [],
  }),
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
  notReadyTolerationSeconds: seconds("default-not-ready-toleration-seconds", "unready"),
  unreachableTolerationSeconds: seconds("default-unreachable-toleration-seconds", "unreachable"),
};
