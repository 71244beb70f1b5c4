import { ALL_COMMANDS } from "../shell/missingProgram.ts";
import { baseName } from "./imageName.ts";

/** Images without any shell: they contain only their program. */
const BARE: ReadonlySet<string> = new Set([
  ..."pause hello-world coredns etcd metrics-server".split(" "),
  ..."kube-apiserver kube-controller-manager kube-scheduler".split(" "),
]);
/** Images whose only shell is that of busybox. */
const SMALL: ReadonlySet<string> = new Set(["busybox", "alpine", "curl"]);
/** Images that contain bash even in their Alpine variants. */
const WITH_BASH: ReadonlySet<string> = new Set(["postgres", "bash", "httpd"]);

/** The commands that an image lacks, among those that simulated containers support. */
export function missingCommands(image: string): readonly string[] {
  const name = baseName(image);
  if (BARE.has(name) || /(^|\/)distroless\//.test(image)) return [ALL_COMMANDS];
  const isSmall = SMALL.has(name) || (isAlpineBased(image) && !WITH_BASH.has(name));
  return isSmall ? ["bash", "dash"] : [];
}

/** Whether the image's tag mentions Alpine: `redis:7-alpine`. */
function isAlpineBased(image: string): boolean {
  const tag = image.slice(image.lastIndexOf("/") + 1).split("@", 1)[0] ?? "";
  const colon = tag.indexOf(":");
  return colon >= 0 && tag.includes("alpine", colon);
}
