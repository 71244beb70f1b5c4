import { readFileSync } from "node:fs";

/**
 * The built preload as a script that runs before the page's own scripts. Its `require` is that of a sandboxed preload:
 * only `electron`, with the context bridge. Exposed values are frozen, whereas the real bridge copies them.
 */
export function preloadScript(path: string): string {
  return `(() => {
    const freeze = (value) => {
      if (value === null || typeof value !== "object") return value;
      for (const one of Object.values(value)) freeze(one);
      return Object.freeze(value);
    };
    const contextBridge = {
      exposeInMainWorld: (name, value) => Object.defineProperty(globalThis, name, { value: freeze(value) }),
    };
    const require = (name) => {
      if (name === "electron") return { contextBridge };
      throw new Error("module not found: " + name);
    };
    const module = { exports: {} };
    const process = { platform: ${JSON.stringify(process.platform)}, contextIsolated: true, sandboxed: true };
    (function (require, module, exports, process) {\n${readFileSync(path, "utf8")}\n})(require, module, module.exports, process);
  })();`;
}
