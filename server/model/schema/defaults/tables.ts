/** All defaulting rules by definition name, with placeholders. */
import { admissionDefaults } from "./admissionDefaults.ts";
import { appsDefaults } from "./appsDefaults.ts";
import { autoscalingDefaults } from "./autoscalingDefaults.ts";
import { batchDefaults } from "./batchDefaults.ts";
import { containerDefaults } from "./containerDefaults.ts";
import { coreDefaults } from "./coreDefaults.ts";
import { extensionDefaults } from "./extensionDefaults.ts";
import { podDefaults } from "./podDefaults.ts";
import { policyDefaults } from "./policyDefaults.ts";
import type { DefaultTable } from "./row.ts";
import { storageDefaults } from "./storageDefaults.ts";
import { volumeDefaults } from "./volumeDefaults.ts";

/** Every definition is in one table only. */
export const DEFAULT_TABLE: DefaultTable = {
  ...admissionDefaults,
  ...appsDefaults,
  ...autoscalingDefaults,
  ...batchDefaults,
  ...containerDefaults,
  ...coreDefaults,
  ...extensionDefaults,
  ...podDefaults,
  ...policyDefaults,
  ...storageDefaults,
  ...volumeDefaults,
};
