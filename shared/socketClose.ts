/** Close code (RFC 6455: those from 4000 on are an application's own) of a socket whose other end had fallen silent. */
export const FELL_SILENT = 4408;
