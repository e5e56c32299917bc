/** Where the embedded image host keeps its files. */
export interface ImageStore {
  /**
   * Writes a file whole or not at all.
   *
   * @throws ImagesUnavailable
   */
  put(name: string, bytes: Buffer, contentType: string): Promise<void>;
  /**
   * @returns the file's bytes, or `undefined` where there is none.
   * @throws ImagesUnavailable
   */
  get(name: string): Promise<Buffer | undefined>;
  /**
   * Deletes a file; one that is not there is no error.
   *
   * @throws ImagesUnavailable
   */
  delete(name: string): Promise<void>;
}

/** An image host outside, which keeps pictures in the place of the embedded one. */
export interface ImageHost {
  /** Where it takes pictures; it serves them from there or from any https address. */
  readonly origin: string;
  /**
   * Hands a picture over.
   *
   * @returns the address at which it is served.
   * @throws ImagesUnavailable
   */
  upload(jpeg: Buffer): Promise<string>;
}

/** Whoever keeps the pictures could not be reached, refused, or answered nonsense. */
export class ImagesUnavailable extends Error {
  override readonly name = 'ImagesUnavailable';
}
