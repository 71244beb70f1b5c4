import { fileURLToPath } from "node:url";

/** The repository's root folder, with a trailing separator stripped. */
export const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/[\\/]$/, "");

/** Where downloaded test tools and stamps live; survives a rebuild, dies with `node_modules`. */
export const cacheFolder = `${root}/node_modules/.cache/orrery`;
