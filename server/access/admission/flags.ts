import { type FlagGroup, fileFlag, listFlag, numberFlag } from "../../ground/settings/flag.ts";

/** The choice and configuration of built-in admission plugins. */
export interface AdmissionOptions {
  /** All plugins to run, by the older flag; empty when it is not given. */
  readonly admissionControl: readonly string[];
  /** Plugins to run in addition to the default ones. */
  readonly enableAdmissionPlugins: readonly string[];
  /** Default plugins that do not run. */
  readonly disableAdmissionPlugins: readonly string[];
  /** Path of an AdmissionConfiguration file. */
  readonly admissionControlConfigFile: string | undefined;
  /** Seconds that pods without their own tolerations may stay on nodes that become unready. */
  readonly notReadyTolerationSeconds: number;
  /** Seconds that pods without their own tolerations may stay on nodes that become unreachable. */
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
