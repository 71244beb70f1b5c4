/** An error of the operating system, as Node reports it. */
export interface SystemError extends Error {
  readonly syscall: string;
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
  readonly path?: string;
}

export const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && "syscall" in error && typeof error.syscall === "string";

/** What is wrong with an address on which a program wants to listen. */
const OF_ADDRESSES: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use by another program; choose another port",
  EADDRNOTAVAIL: "is not an address of this machine",
  EACCES: "is not allowed for this user; choose a port above 1023",
};

/** What is wrong with a file or folder. */
const OF_FILES: Readonly<Record<string, string>> = {
  EACCES: "is not accessible to this user",
  EPERM: "is not accessible to this user",
  EROFS: "cannot be written: its disk is read-only",
  ENOSPC: "cannot be written: the disk is full",
  EDQUOT: "cannot be written: the user's share of the disk is full",
  ENOTDIR: "leads through a file that is not a folder",
  EISDIR: "is a folder, not a file",
  ENAMETOOLONG: "is too long a name",
  EMFILE: "cannot be opened: too many files are open",
  ENFILE: "cannot be opened: too many files are open",
};

/** The error in a sentence for people who start the product; Node's own message for unusual ones. */
export function systemErrorText({ syscall, code = "", address, port, path, message }: SystemError): string {
  if (syscall === "listen" && address !== undefined && OF_ADDRESSES[code] !== undefined) {
    const host = address.includes(":") ? `[${address}]` : address;
    return `${port === undefined || port === 0 ? address : `${host}:${port}`} ${OF_ADDRESSES[code]}`;
  }
  return path === undefined || OF_FILES[code] === undefined ? message : `${path} ${OF_FILES[code]}`;
}
