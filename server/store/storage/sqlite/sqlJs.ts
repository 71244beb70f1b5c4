import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import initSqlJs, { type SqlJsStatic } from "sql.js";
import { Mounts } from "./mounts.ts";
import { WasmMemory } from "./wasmMemory.ts";
import { importNamesOf, type Syscall } from "./wasmNames.ts";
import { createSyscalls, type WasmFunction } from "./wasmSyscalls.ts";

/** SQLite, and the real folders it can see. */
export interface SqlJs {
  readonly sql: SqlJsStatic;
  readonly mounts: Mounts;
}

let loaded: Promise<SqlJs> | undefined;
let given: Uint8Array<ArrayBuffer> | undefined;

/** Gives the program of SQLite to a thread that cannot read it from where it lies; before anything is loaded. */
export function giveWasm(wasm: Uint8Array<ArrayBuffer>): void {
  given = wasm;
}

/** The program of SQLite. */
export const readWasm = (): Uint8Array<ArrayBuffer> => given ?? readFileSync(wasmFile());

/**
 * SQLite as wasm with its file access routed to the real disk. Compiled once per process and shared by all databases (sql.js
 * itself allows one instance only).
 *
 * @throws Error when the installed sql.js is not a build that the import names are known for
 */
export function loadSqlJs(): Promise<SqlJs> {
  loaded ??= load();
  return loaded;
}

/** Where the wasm lies, also after bundling: sql.js stays an external package. */
export function wasmFile(): string {
  return createRequire(import.meta.url).resolve("sql.js/dist/sql-wasm.wasm");
}

async function load(): Promise<SqlJs> {
  const wasm = readWasm();
  const names = importNamesOf(wasm);
  const mounts = new Mounts();
  let memory: WasmMemory | undefined;
  const syscalls = createSyscalls(mounts, () => {
    if (memory === undefined) throw new Error("a system call came before the wasm's memory was known");
    return memory;
  });

  function instantiate(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
    const routed: WebAssembly.Imports = {};
    for (const [module, functions] of Object.entries(imports)) routed[module] = { ...functions };
    // Decoding boundary: a minified build has all its imports in one module, and those named are functions.
    const [functions] = Object.values(routed) as Record<string, WasmFunction>[];
    for (const [syscall, name] of Object.entries(names) as [Syscall, string][]) {
      const original = functions?.[name];
      if (functions === undefined || original === undefined) throw new Error(`the wasm does not import ${syscall}`);
      functions[name] = syscalls[syscall](original);
    }
    const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), routed);
    const exported = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
    if (exported === undefined) throw new Error("the wasm does not export its memory");
    memory = new WasmMemory(exported);
    done(instance);
    return instance.exports;
  }

  return { sql: await initSqlJs({ instantiateWasm: instantiate }), mounts };
}
