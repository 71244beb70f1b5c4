import type { Container } from "kubernetes-types/core/v1";
import { baseName } from "../imageName.ts";
import { stressLoad } from "./stressLoad.ts";

/** The usage of a running program: millicores and bytes, or waves of them: `5m..40m/10m`, `64Mi`. */
export interface ProgramLoad {
  readonly cpu: string;
  readonly memory: string;
}

/** The usage of an unknown program. */
const USUAL: ProgramLoad = { cpu: "4m..12m/5m", memory: "24Mi..32Mi/20m" };
/** The usage of a shell that mostly waits. */
const SHELL: ProgramLoad = { cpu: "0", memory: "1Mi" };

const KNOWN: ReadonlyMap<string, ProgramLoad> = new Map([
  ["pause", { cpu: "0", memory: "512Ki" }],
  ["nginx", { cpu: "1m..3m/7m", memory: "8Mi..10Mi/30m" }],
  ["httpd", { cpu: "1m..4m/6m", memory: "12Mi..16Mi/30m" }],
  ["redis", { cpu: "2m..5m/4m", memory: "9Mi..12Mi/40m" }],
  ["postgres", { cpu: "3m..15m/9m", memory: "48Mi..80Mi/45m" }],
  ...["busybox", "alpine", "debian", "ubuntu", "bash", "centos", "fedora"].map((name) => [name, SHELL] as const),
]);

const STRESSING: ReadonlySet<string> = new Set(["stress", "stress-ng"]);

/** The usage of the program that simulates a container's image. */
export const programLoad = ({ image = "", command = [], args = [] }: Pick<Container, "image" | "command" | "args">) =>
  STRESSING.has(baseName(image)) ? stressLoad([...command, ...args]) : (KNOWN.get(baseName(image)) ?? USUAL);
