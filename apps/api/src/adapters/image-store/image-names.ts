/** An id followed by harmless characters: no name can escape the store's directory. */
const pattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{10}([0-9a-f]{2})[\w.-]{0,40}$/;

/**
 * @returns the last two digits of the id in an image's name, or `undefined` if the name is invalid.
 *   (A UUIDv7 starts with a timestamp and ends with random digits, so the last digits distribute
 *   evenly.)
 */
export function getShard(name: string): string | undefined {
  return pattern.exec(name)?.[1];
}

/** @throws if the name is invalid. */
export function requireImageName(name: string): void {
  if (!getShard(name)) throw new Error(`not an image name: ${JSON.stringify(name)}`);
}
