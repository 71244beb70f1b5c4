/**
 * Headers of everything that the host itself serves. Scripts come only from the host's own files; styles may be inline,
 * because the editor and the virtual lists write style attributes; workers may be blobs, because the editor creates its
 * own.
 *
 * @param origin the host's own: `http://127.0.0.1:4000`; WebSocket addresses are not covered by 'self' in all browsers
 */
export function securityHeaders(origin: string): Record<string, string> {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self' blob:",
    "font-src 'self' data:",
    "img-src 'self' data:",
    `connect-src 'self' ${origin.replace(/^http/, "ws")}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'self'",
    "frame-ancestors 'self'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  };
}
