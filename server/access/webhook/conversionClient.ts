import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ConversionClient } from "../../api/extensions/conversion/conversionClient.ts";
import type { ObjectReader } from "../../store/cache/reader.ts";
import { createClientPool } from "./clientPool.ts";
import type { OwnService } from "./ownService.ts";
import { type PodDialer, serviceAddresses } from "./serviceAddress.ts";

/** Maximum milliseconds for a conversion. */
const TIMEOUT = 30_000;
/** Maximum number of endpoints with clients; beyond it, all clients are dropped and created again. */
const MAX_ENDPOINTS = 1000;

/** Calls the conversion webhooks of definitions over kept connections. */
export function conversionClient(
  reader: ObjectReader,
  vocabulary: Vocabulary,
  onStop: (end: () => void) => void,
  dialer?: PodDialer,
  ownService?: OwnService,
): ConversionClient {
  const pool = createClientPool({
    userAgent: vocabulary.render("{prefix}-apiserver"),
    resolveService: serviceAddresses(reader, vocabulary, dialer),
    ...(ownService === undefined ? {} : { ownService }),
  });
  const stopping = new AbortController();
  onStop(() => {
    stopping.abort();
    pool.keepOnly([]);
  });
  return {
    async post(endpoint, review) {
      if (pool.size > MAX_ENDPOINTS) pool.keepOnly([]);
      return pool.client(endpoint).post(review, { timeout: TIMEOUT, announceTimeout: true, signal: stopping.signal });
    },
  };
}
