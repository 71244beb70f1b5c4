#!/usr/bin/env node
// Builds the program of the server's workers for servers that run from their sources.
import { buildSourceEvaluator } from "./lib/evaluator.mjs";

await buildSourceEvaluator();
