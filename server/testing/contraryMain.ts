/** `orrery serve` on a store that behaves as badly as its contract permits, for conversations with a whole server. */
import { contraryStore } from "../store/storage/testing/contraryStore.ts";
import { serveCommand } from "../whole/commands/serve.ts";

const seed = Number(process.env["ORRERY_TEST_SEED"] ?? 1);
process.exitCode = await serveCommand(process.argv.slice(3), (storage) => contraryStore(storage, { seed }));
