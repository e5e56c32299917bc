/** File storage of the embedded image host. */
export interface ImageStore {
  /**
   * Writes a file atomically.
   *
   * @throws ImagesUnavailable
   */
  put(name: string, bytes: Buffer, contentType: string): Promise<void>;
  /**
   * @returns the file's content, or `undefined` if it does not exist.
   * @throws ImagesUnavailable
   */
  get(name: string): Promise<Buffer | undefined>;
  /**
   * Deletes a file. A missing file is not an error.
   *
   * @throws ImagesUnavailable
   */
  delete(name: string): Promise<void>;
}

/** An external image host that stores images instead of the embedded one. */
export interface ImageHost {
  /** The origin that accepts uploads. Images are served from there or from any https URL. */
  readonly origin: string;
  /**
   * Uploads an image.
   *
   * @returns the URL of the image.
   * @throws ImagesUnavailable
   */
  upload(jpeg: Buffer): Promise<string>;
}

/**
 * The image store or host could not be reached, refused the request, or returned an invalid
 * response.
 */
export class ImagesUnavailable extends Error {
  override readonly name = 'ImagesUnavailable';
}
