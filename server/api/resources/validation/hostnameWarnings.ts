import { checkLabel } from "../../../ground/formats/names/names.ts";

/** Warns about a name that cannot be a hostname. @param use what the name is used for */
export function hostnameWarnings(name: string | undefined, use: string): string[] {
  const messages = checkLabel(name ?? "");
  if (messages.length === 0) return [];
  return [
    `metadata.name: ${use}, which can result in surprising behavior; a DNS label is recommended: [${messages.join(" ")}]`,
  ];
}

/** How workloads' names are used. */
export const WORKLOAD_NAME_USE = "this is used in Pod names and hostnames";
