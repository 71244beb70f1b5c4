/**
 * WebSocket close code of a connection whose other end stopped responding (RFC 6455: codes from 4000 on are for
 * applications).
 */
export const PEER_UNRESPONSIVE = 4408;
