import { capabilityMask, USUAL_CAPABILITIES } from "./capabilities.ts";
import type { ListedProcess } from "./processSpace.ts";

/**
 * A process's `status` file in the kernel's format, as far as a simulated process has the values. Users other than root
 * have no capabilities, no matter which ones their container has.
 */
export function processStatus({ number, user: who }: ListedProcess, name: string): string {
  const { user, group, groups, capabilities = USUAL_CAPABILITIES, gainsNothing = false, isFiltered = false } = who;
  const none = capabilityMask([]);
  const bound = capabilityMask(capabilities);
  const held = user === 0 ? bound : none;
  const four = (id: number): string => Array<number>(4).fill(id).join("\t");
  const lines: readonly (readonly [string, string | number])[] = [
    ["Name", name],
    ["Umask", "0022"],
    ["State", "S (sleeping)"],
    ["Tgid", number],
    ["Ngid", 0],
    ["Pid", number],
    ["PPid", number === 1 ? 0 : 1],
    ["TracerPid", 0],
    ["Uid", four(user)],
    ["Gid", four(group)],
    ["FDSize", 64],
    ["Groups", groups.map((each) => `${each} `).join("")],
    ["NStgid", number],
    ["NSpid", number],
    ["Threads", 1],
    ["CapInh", none],
    ["CapPrm", held],
    ["CapEff", held],
    ["CapBnd", bound],
    ["CapAmb", none],
    ["NoNewPrivs", gainsNothing ? 1 : 0],
    ["Seccomp", isFiltered ? 2 : 0],
    ["Seccomp_filters", isFiltered ? 1 : 0],
  ];
  return lines.map(([title, value]) => `${title}:\t${value}\n`).join("");
}
