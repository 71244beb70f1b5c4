/** Monaco's modules that lack type declarations. */
declare module "monaco-editor/esm/vs/editor/editor.all.js";
declare module "monaco-editor/esm/vs/basic-languages/yaml/yaml.contribution.js";
declare module "monaco-editor/esm/nls.messages.de.js";
