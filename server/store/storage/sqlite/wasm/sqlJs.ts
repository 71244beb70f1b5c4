import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import initSqlJs, { type SqlJsStatic } from "sql.js";
import { Mounts } from "./mounts.ts";
import { WasmMemory } from "./wasmMemory.ts";
import { type ImportNames, importNamesOf, type Syscall } from "./wasmNames.ts";
import { createSyscalls, type WasmFunction } from "./wasmSyscalls.ts";

/** SQLite, and the real folders it can see. */
export interface SqlJs {
  readonly sql: SqlJsStatic;
  readonly mounts: Mounts;
}

/** The compiled program of SQLite: threads share what one of them has compiled. */
export interface SqliteProgram {
  readonly module: WebAssembly.Module;
  readonly names: ImportNames;
}

let loaded: Promise<SqlJs> | undefined;
let program: Promise<SqliteProgram> | undefined;

/** Gives this thread the program that another thread has compiled; call it before anything is loaded. */
export function setProgram(compiled: SqliteProgram): void {
  program = Promise.resolve(compiled);
}

/**
 * The program of SQLite, compiled at the first call in a process.
 *
 * @throws Error when the installed sql.js is a build with unknown import names
 */
export function sqliteProgram(): Promise<SqliteProgram> {
  program ??= compile();
  return program;
}

async function compile(): Promise<SqliteProgram> {
  const wasm = await readFile(wasmFile());
  return { names: importNamesOf(wasm), module: await WebAssembly.compile(wasm) };
}

/**
 * SQLite as wasm with its file access routed to the real disk. Loaded once per thread and shared by all databases
 * (sql.js allows only one instance).
 *
 * @throws Error as `sqliteProgram`
 */
export function loadSqlJs(): Promise<SqlJs> {
  loaded ??= load();
  return loaded;
}

/** The path of the wasm file, also after bundling: sql.js stays an external package. */
export function wasmFile(): string {
  return createRequire(import.meta.url).resolve("sql.js/dist/sql-wasm.wasm");
}

async function load(): Promise<SqlJs> {
  const { module, names } = await sqliteProgram();
  const mounts = new Mounts();
  let memory: WasmMemory | undefined;
  const syscalls = createSyscalls(mounts, () => {
    if (memory === undefined) throw new Error("a system call came before the wasm's memory was known");
    return memory;
  });

  function instantiate(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
    const routed: WebAssembly.Imports = {};
    for (const [name, functions] of Object.entries(imports)) routed[name] = { ...functions };
    // Decoding boundary: a minified build has all its imports in one module, and the named ones are functions.
    const [functions] = Object.values(routed) as Record<string, WasmFunction>[];
    for (const [syscall, name] of Object.entries(names) as [Syscall, string][]) {
      const original = functions?.[name];
      if (functions === undefined || original === undefined) throw new Error(`the wasm does not import ${syscall}`);
      functions[name] = syscalls[syscall](original);
    }
    const instance = new WebAssembly.Instance(module, routed);
    const exported = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
    if (exported === undefined) throw new Error("the wasm does not export its memory");
    memory = new WasmMemory(exported);
    done(instance);
    return instance.exports;
  }

  return { sql: await initSqlJs({ instantiateWasm: instantiate }), mounts };
}
