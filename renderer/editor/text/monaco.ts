/** Monaco with YAML, set up once. Only the lazily loaded editor imports this, so it does not delay the first paint. */
import "monaco-editor/esm/vs/editor/editor.all.js";
import "monaco-editor/esm/vs/basic-languages/yaml/yaml.contribution.js";
import * as monaco from "monaco-editor/esm/vs/editor/editor.api.js";
import EditorWorker from "monaco-editor/esm/vs/editor/editor.worker.js?worker";
import { configureMonacoYaml } from "monaco-yaml";
import { settings } from "../../localSettings/store.ts";
import { codeFontReady } from "../../ui/theme/fonts.ts";
import type { JsonSchema } from "../schema/validation.ts";
import YamlWorker from "./yaml.worker.ts?worker";

globalThis.MonacoEnvironment = {
  getWorker: () => new EditorWorker(),
};

// Monaco rejects pending work with this error when an editor closes. No code awaits that work, and it is not a failure.
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof Error && event.reason.name === "Canceled") event.preventDefault();
});

interface WorkerOptions {
  createData?: unknown;
  host?: unknown;
  keepIdleModels?: boolean;
}

/**
 * Monaco's core requires a running worker; only its full distribution (which would include every language) starts one
 * by label as the YAML plugin expects. The first message starts the worker's loader, the second contains its creation
 * data.
 */
function createYamlWorker(options: WorkerOptions): unknown {
  const worker = new YamlWorker();
  worker.postMessage("ignore");
  worker.postMessage(options.createData);
  const create = monaco.editor.createWebWorker as unknown as (options: object) => unknown;
  return create({ worker, host: options.host, keepIdleModels: options.keepIdleModels });
}

const monacoForYaml = {
  ...monaco,
  editor: { ...monaco.editor, createWebWorker: createYamlWorker as typeof monaco.editor.createWebWorker },
};

const yaml = configureMonacoYaml(monacoForYaml, { validate: true, completion: true, hover: true, schemas: [] });
const schemas = new Map<string, JsonSchema>();

/**
 * A file name for a model. Schemas are matched to file names by patterns, so special characters of patterns are
 * replaced.
 */
export const fileNameOf = (name: string): string => `${name.replace(/[^A-Za-z0-9]+/g, "-")}.yaml`;

/** Registers a schema for the model with that file name; the result unregisters it. */
export function registerSchema(fileName: string, schema: JsonSchema): () => void {
  const update = (): void => {
    void yaml.update({
      schemas: [...schemas].map(([file, value]) => ({
        fileMatch: [file],
        uri: `inmemory://schema/${file}.json`,
        schema: value,
      })),
    });
  };
  schemas.set(fileName, schema);
  update();
  return () => {
    schemas.delete(fileName);
    update();
  };
}

const LIGHT = {
  bg: "#ffffff",
  line: "#636c80",
  guide: "#e9ecf1",
  active: "#1a2030",
  key: "#3543ab",
  text: "#187a49",
  number: "#8f5a00",
  addedLine: "#eaf7f0",
  added: "#dcf3e7",
  removedLine: "#fef3f5",
  removed: "#fde8ec",
};
const DARK = {
  bg: "#141821",
  line: "#818b9e",
  guide: "#252b38",
  active: "#e3e7ef",
  key: "#a9b3ff",
  text: "#8fd6b0",
  number: "#e9b949",
  addedLine: "#14291f",
  added: "#1d4632",
  removedLine: "#2c161d",
  removed: "#542231",
};

function defineTheme(name: string, base: "vs" | "vs-dark", c: typeof LIGHT): void {
  const bare = (hex: string): string => hex.slice(1);
  monaco.editor.defineTheme(name, {
    base,
    inherit: true,
    rules: [
      { token: "type", foreground: bare(c.key) },
      { token: "string", foreground: bare(c.text) },
      { token: "number", foreground: bare(c.number) },
      { token: "keyword", foreground: bare(c.number) },
      { token: "comment", foreground: bare(c.line) },
    ],
    colors: {
      "editor.background": c.bg,
      "editorGutter.background": c.bg,
      "editorLineNumber.foreground": c.line,
      "editorLineNumber.activeForeground": c.active,
      "editorIndentGuide.background1": c.guide,
      "diffEditor.insertedLineBackground": c.addedLine,
      "diffEditor.insertedTextBackground": c.added,
      "diffEditor.removedLineBackground": c.removedLine,
      "diffEditor.removedTextBackground": c.removed,
    },
  });
}

defineTheme("orrery-light", "vs", LIGHT);
defineTheme("orrery-dark", "vs-dark", DARK);
void codeFontReady.then(() => monaco.editor.remeasureFonts());

export { monaco };

/** Options of every editor, with the font size from the settings. */
export const editorOptions = () => ({ ...EDITOR_OPTIONS, ...sizeOf(settings.get("editorFontSize")) });

const sizeOf = (fontSize: number) => ({ fontSize, lineHeight: Math.round(fontSize * 1.54) });

const EDITOR_OPTIONS = {
  automaticLayout: true,
  fontFamily: '"JetBrains Mono Variable", ui-monospace, Menlo, Consolas, monospace',
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  tabSize: 2,
  insertSpaces: true,
  renderLineHighlight: "line",
  renderFinalNewline: "on",
  overviewRulerBorder: false,
  padding: { top: 10, bottom: 24 },
  fixedOverflowWidgets: true,
  wordBasedSuggestions: "off",
  acceptSuggestionOnCommitCharacter: false,
  quickSuggestions: { other: true, comments: false, strings: true },
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10 },
} as const;
