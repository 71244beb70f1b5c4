import { randomSuffix } from "../registry/generateName.ts";
import { type AdmissionChain, admissionChain } from "./chain.ts";
import type { AdmissionDependencies } from "./dependencies.ts";
import { admissionPlugins, type PluginChoice } from "./plugins.ts";

/** The admission chain of a server: the built-in plugins, and what the flags and extensions change about them. */
export function setUpAdmission(
  parts: Omit<AdmissionDependencies, "randomSuffix">,
  choice: PluginChoice = {},
): AdmissionChain {
  return admissionChain(admissionPlugins({ ...parts, randomSuffix: () => randomSuffix() }, choice));
}
