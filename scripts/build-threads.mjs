#!/usr/bin/env node
// Builds the programs of the server's threads for servers that run from their sources: Node 20 cannot run TypeScript.
import { buildSourceThreads } from "./lib/build/threads.mjs";

console.log(await buildSourceThreads());
