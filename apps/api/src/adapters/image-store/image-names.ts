/** Names are an id, then anything plain; no name leads out of the store. */
const pattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{10}([0-9a-f]{2})[\w.-]{0,40}$/;

/**
 * @returns the last two digits of the id in a picture's name, or `undefined` for what is no such name.
 *   (The first digits of an id are its time, the last are random, so these spread.)
 */
export function getShard(name: string): string | undefined {
  return pattern.exec(name)?.[1];
}

/** @throws where a file cannot have this name. */
export function requireImageName(name: string): void {
  if (!getShard(name)) throw new Error(`not a name of a picture: ${JSON.stringify(name)}`);
}
