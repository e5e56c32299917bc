/** Where the embedded image host keeps its files. */
export interface ImageStore {
  /** Writes a file whole or not at all. */
  put(name: string, bytes: Buffer, contentType: string): Promise<void>;
  /** @returns the file's bytes, or `undefined` where there is none. */
  get(name: string): Promise<Buffer | undefined>;
  /** Deletes a file; one that is not there is no error. */
  delete(name: string): Promise<void>;
}
