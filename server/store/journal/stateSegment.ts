import { allKeys } from "../storage/allKeys.ts";
import { KEY_ROOT, prefixOfKey } from "../storage/keyLayout.ts";
import type { Storage } from "../storage/storage.ts";
import { STATE_SHARE, TooLittleRoomError } from "./limits.ts";
import { RecordBuffer } from "./records.ts";
import { Segment, type SegmentHead } from "./segment.ts";

export interface StateOptions {
  readonly folder: string;
  readonly storage: Pick<Storage, "range">;
  readonly blockBytes: number;
  /** Bytes that all files may take at the moment. */
  readonly room: () => number;
  /** Makes room for a segment of that many bytes. */
  readonly makeRoom: (bytes: number) => Promise<void>;
}

/**
 * Creates a segment with everything that is stored at its first revision. When that fails, the file is removed.
 * @throws TooLittleRoomError when the state alone takes too much of the room
 */
export async function createStateSegment(head: SegmentHead, options: StateOptions): Promise<Segment> {
  const { folder, storage, blockBytes, room, makeRoom } = options;
  const segment = await Segment.create(folder, head);
  try {
    let records = new RecordBuffer(blockBytes);
    for await (const kv of allKeys(storage, KEY_ROOT, head.start)) {
      if (prefixOfKey(kv.key) === undefined) continue;
      records.add({ key: kv.key, revision: kv.modRevision, at: 0, kv });
      if (records.size < blockBytes) continue;
      await segment.addState(records);
      records = new RecordBuffer(blockBytes);
      if (segment.size > room() * STATE_SHARE) throw new TooLittleRoomError(room());
      await makeRoom(segment.size);
    }
    if (records.count > 0) await segment.addState(records);
    await segment.closeState();
    return segment;
  } catch (error) {
    await segment.remove();
    throw error;
  }
}
