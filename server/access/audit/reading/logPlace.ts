/**
 * A place in an audit log: what was recorded before it. Encoded as one text, which callers do not interpret:
 * `@<time>/<stage>/<audit ID>` before an event, and `<file>:<offset>` in a file.
 */
export type LogPlace =
  | { readonly time: string; readonly stage: string; readonly auditID: string }
  | { readonly file: string; readonly offset: number };

type EventKey = { readonly stageTimestamp: string; readonly stage: string; readonly auditID: string };

/** The place before an event. The last part of the text may contain anything, because clients choose their audit ID. */
export const placeBefore = ({ stageTimestamp, stage, auditID }: EventKey): string =>
  `@${stageTimestamp}/${stage}/${auditID}`;

export const placeInFile = (file: string, offset: number): string => `${file}:${offset}`;

/** @returns undefined for a text that is no place */
export function readPlace(text: string): LogPlace | undefined {
  const [, time, stage, auditID] = /^@([^/]+)\/([^/]*)\/(.*)$/s.exec(text) ?? [];
  if (time !== undefined && stage !== undefined && auditID !== undefined) return { time, stage, auditID };
  const [, file, offset] = /^([^@:]+):(\d{1,15})$/.exec(text) ?? [];
  return file === undefined ? undefined : { file, offset: Number(offset) };
}
