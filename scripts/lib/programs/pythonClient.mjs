import { spawnSync } from "node:child_process";

const has = (program) => spawnSync(program, ["-c", "import kubernetes"], { stdio: "ignore" }).status === 0;

/**
 * Path of a Python that has the API's client library: `PYTHON`, the system's, or (Debian, as root) with the package
 * python3-kubernetes, installed now.
 *
 * @param {(line: string) => void} say prints a progress line
 * @returns {string | undefined} undefined when none can be found or installed
 */
export function findPython(say = () => {}) {
  const found = [process.env.PYTHON, "/usr/bin/python3", "python3"].find((program) => program && has(program));
  if (found) return found;
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return undefined;
  say("Installing python3-kubernetes …");
  const apt = (...args) => spawnSync("apt-get", ["-qq", ...args], { stdio: ["ignore", "ignore", "inherit"] });
  apt("update");
  apt("install", "-y", "--no-install-recommends", "python3-kubernetes");
  return has("/usr/bin/python3") ? "/usr/bin/python3" : undefined;
}
