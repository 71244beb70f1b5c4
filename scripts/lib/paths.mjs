import { fileURLToPath } from "node:url";

/** The repository's root folder, with a trailing separator stripped. */
export const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/[\\/]$/, "");

/** Folder of downloaded test tools and stamps; a rebuild keeps it, removing `node_modules` removes it. */
export const cacheFolder = `${root}/node_modules/.cache/orrery`;
