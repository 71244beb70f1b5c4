import { type CpOptions, type FileContent, type FsStat, InMemoryFs, type RmOptions } from "just-bash/browser";
import { RefusedError } from "./refusals.ts";

/** Bytes that one file system keeps in memory, and bytes of its disk where nothing else is said. */
const MOST_KEPT = 64 * 1024 ** 2;
const DISK = 1024 ** 4;

/** Bytes of a file without content that are made at once for those who read it: zeros. */
export const MOST_READ = 16 * 1024 ** 2;

type WriteOptions = Parameters<InMemoryFs["writeFile"]>[2];

/** Contents of which only the size is kept. */
const HOLLOW = new WeakMap<Uint8Array, number>();

/**
 * Content for files too large to be kept: the file has its size, takes its room, and reads as zeros, up to some. @param size in
 * bytes
 */
export function hollowContent(size: number): Uint8Array {
  const content = new Uint8Array(0);
  HOLLOW.set(content, size);
  return content;
}

/** Files in memory that know how many bytes they take together, as they are written, and may have no more than some. */
export class SizedFiles extends InMemoryFs {
  /** Bytes that there is room for. */
  most = DISK;
  #used = 0;
  /** Bytes by path; nothing for folders and empty files. */
  readonly #sizes = new Map<string, number>();
  /** Paths of files that have a size but no content. */
  readonly #hollow = new Set<string>();

  constructor() {
    super({}, { maxTotalBytes: MOST_KEPT });
  }

  /** Bytes that all files take together. */
  get used(): number {
    return this.#used;
  }

  override async writeFile(path: string, content: FileContent, options?: WriteOptions): Promise<void> {
    const wanted = sizeOf(content, options);
    const taken = this.#room(path, wanted, content);
    await super.writeFile(path, partOf(content, taken), options);
    this.#settle(path, taken, content);
    if (taken < wanted) throw new RefusedError("No space left on device", path);
  }

  override async appendFile(path: string, content: FileContent, options?: WriteOptions): Promise<void> {
    const before = this.#sizes.get(this.#key(path)) ?? 0;
    const wanted = before + sizeOf(content, options);
    const taken = this.#room(path, wanted, content);
    await super.appendFile(path, partOf(content, taken - before), options);
    this.#settle(path, taken, this.#hollow.has(this.#key(path)) ? hollowContent(0) : content);
    if (taken < wanted) throw new RefusedError("No space left on device", path);
  }

  override async cp(from: string, to: string, options?: CpOptions): Promise<void> {
    const size = this.#sizes.get(this.#key(from));
    if (size !== undefined) this.#room(to, size);
    await super.cp(from, to, options);
    this.#follow(from, to);
  }

  override async mv(from: string, to: string): Promise<void> {
    await super.mv(from, to);
    if (this.#key(from) === this.#key(to)) return;
    this.#follow(from, to);
    this.#forget(from);
  }

  override async rm(path: string, options?: RmOptions): Promise<void> {
    await super.rm(path, options);
    this.#forget(path);
  }

  override async stat(path: string): Promise<FsStat> {
    const found = await super.stat(path);
    return this.#hollow.size === 0 ? found : this.#sized(found, await this.realpath(path));
  }

  override async lstat(path: string): Promise<FsStat> {
    return this.#sized(await super.lstat(path), this.#key(path));
  }

  override async readFileBuffer(path: string): Promise<Uint8Array> {
    const content = await super.readFileBuffer(path);
    if (this.#hollow.size === 0) return content;
    const real = await this.realpath(path);
    if (!this.#hollow.has(real)) return content;
    const size = this.#sizes.get(real) ?? 0;
    if (size > MOST_READ) throw new RefusedError("Cannot allocate memory", path);
    return new Uint8Array(size);
  }

  #key(path: string): string {
    return this.resolvePath("/", path);
  }

  #sized(found: FsStat, path: string): FsStat {
    return this.#hollow.has(path) ? { ...found, size: this.#sizes.get(path) ?? 0 } : found;
  }

  /**
   * How many bytes a file gets that is to have so many: bytes are written as far as there is room, as a kernel does.
   * @throws RefusedError when there is no room
   */
  #room(path: string, wanted: number, content?: FileContent): number {
    const free = this.most - this.#used + (this.#sizes.get(this.#key(path)) ?? 0);
    if (wanted <= free) return wanted;
    if (content instanceof Uint8Array) return free;
    throw new RefusedError("No space left on device", path);
  }

  #settle(path: string, size: number, content: FileContent): void {
    const key = this.#key(path);
    if (content instanceof Uint8Array && HOLLOW.has(content)) this.#hollow.add(key);
    else this.#hollow.delete(key);
    this.#setSize(key, size);
  }

  /** A file has become what another one is. */
  #follow(from: string, to: string): void {
    const [source, target] = [this.#key(from), this.#key(to)];
    if (this.#hollow.has(source)) this.#hollow.add(target);
    else this.#hollow.delete(target);
    this.#setSize(target, this.#sizes.get(source) ?? 0);
  }

  #forget(path: string): void {
    const key = this.#key(path);
    this.#hollow.delete(key);
    this.#setSize(key, 0);
  }

  #setSize(key: string, size: number): void {
    this.#used += size - (this.#sizes.get(key) ?? 0);
    if (size === 0) this.#sizes.delete(key);
    else this.#sizes.set(key, size);
  }
}

const partOf = (content: FileContent, size: number): FileContent =>
  content instanceof Uint8Array ? content.subarray(0, size) : content;

/** The bytes of a content, in the way in which the library reads texts. */
function sizeOf(content: FileContent, options: WriteOptions): number {
  if (typeof content !== "string") return HOLLOW.get(content) ?? content.length;
  const encoding = typeof options === "string" ? options : options?.encoding;
  return Buffer.byteLength(content, encoding === "binary" ? "latin1" : (encoding ?? "utf8"));
}
