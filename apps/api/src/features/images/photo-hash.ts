/**
 * Perceptual hashes of photos: the signs of the lowest frequencies of the brightness (discrete cosine
 * transform, after Zauner 2010, "Implementation and Benchmarking of Perceptual Image Hash Functions").
 * A copy has almost the same hash after it was encoded again, resized or recoloured.
 *
 * A photo is stored under the hash of its middle, which is left when up to a tenth is cut off each edge.
 * A photo that may be a copy is searched with the hashes of all its parts that could be the middle of
 * the original, each of them mirrored, too.
 */

/** Side of the grey copy of a photo from which its hashes are computed, in pixels. */
export const thumbnailSide = 96;
/** A grey copy of a photo, stretched to a square: `thumbnailSide` rows of as many brightnesses. */
export type Thumbnail = Uint8Array;
/** 256 bits. The first 64 are of the lowest frequencies, by which similar photos are looked up. */
export type PhotoHash = Uint8Array;

/** Frequencies in each direction; those of the lookup. */
const frequencies = 16;
const lookupFrequencies = 8;
const hashBytes = frequencies ** 2 / 8;
/** Points in each direction at which a part of the photo is sampled. */
const samples = 64;
/** What may be cut off each edge, and the cuts that are tried, as shares of the width or height. */
const maxCut = 0.1;
const triedCuts = [0, maxCut / 3, (2 * maxCut) / 3, maxCut];
/** Smallest standard deviation of the brightness, of 255: the hash of a plain surface is noise. */
const minContrast = 5;
/**
 * Bits in which a copy differs at most, of 256. Measured with the photos of `photo-hash.test.ts`: copies
 * differ in up to 41, other photos in 50 and more.
 */
export const maxDistance = 45;

/** The frequency of each bit: the lowest first, horizontal and vertical. The mean brightness has none. */
const frequencyOfBit = [true, false].flatMap((isLookup) =>
  Array.from({ length: frequencies ** 2 }, (_, index) => ({
    x: index % frequencies,
    y: Math.floor(index / frequencies),
  })).filter(({ x, y }) => isLookup === (x < lookupFrequencies && y < lookupFrequencies)),
);

/** Mirroring a photo turns the sign of the odd horizontal frequencies. */
const mirrorMask = toBits((bit) => (frequencyOfBit[bit]?.x ?? 0) % 2 === 1);

/** Which part of a photo's width or height is the middle of the original, if edges were cut off. */
const triedParts = triedCuts.flatMap((before) =>
  triedCuts.map((after) => {
    const rest = 1 - before - after;
    return { from: (maxCut - before) / rest, share: (1 - 2 * maxCut) / rest };
  }),
);
const middle = { from: maxCut, share: 1 - 2 * maxCut };

const middleWaves = createWaves(middle);
const triedWaves = triedParts.map(createWaves);

/**
 * The hash under which a photo is stored.
 *
 * @returns undefined if the photo is too plain to be recognized.
 */
export function hashPhoto(thumbnail: Thumbnail): PhotoHash | undefined {
  if (isPlain(thumbnail)) return undefined;
  return hashPart(transformRows(thumbnail, middleWaves), middleWaves);
}

/** The hashes under which the original of a photo may be stored. Takes some 20 ms. */
export function searchHashes(thumbnail: Thumbnail): PhotoHash[] {
  if (isPlain(thumbnail)) return [];
  return triedWaves.flatMap((horizontal) => {
    const rows = transformRows(thumbnail, horizontal);
    return triedWaves.flatMap((vertical) => {
      const hash = hashPart(rows, vertical);
      return [hash, hash.map((byte, index) => byte ^ (mirrorMask[index] ?? 0))];
    });
  });
}

/** The keys of a hash for lookups: copies have one in common with some of the search's hashes. */
export function lookupKeys(hash: PhotoHash): number[] {
  return [0, 1, 2, 3].map(
    (band) => (band << 16) | ((hash[2 * band] ?? 0) << 8) | (hash[2 * band + 1] ?? 0),
  );
}

/** In how many bits a hash differs from the most similar one of the search. */
export function closestDistance(searched: readonly PhotoHash[], stored: PhotoHash): number {
  let closest = hashBytes * 8;
  for (const hash of searched) {
    let bits = 0;
    for (let i = 0; i < hashBytes && bits < closest; i++) {
      bits += bitCounts[(hash[i] ?? 0) ^ (stored[i] ?? 0)] ?? 0;
    }
    if (bits < closest) closest = bits;
  }
  return closest;
}

const bitCounts = Uint8Array.from({ length: 256 }, (_, byte) => {
  let count = 0;
  for (let rest = byte; rest > 0; rest >>= 1) count += rest & 1;
  return count;
});

function toBits(isSet: (bit: number) => boolean): PhotoHash {
  const bits = new Uint8Array(hashBytes);
  for (let bit = 0; bit < hashBytes * 8; bit++) {
    if (isSet(bit)) bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return bits;
}

/**
 * The weight of each pixel of a row, or column, in each frequency of a part of it: `frequencies` rows of
 * `thumbnailSide` weights. Samples lie between pixels and are interpolated.
 */
function createWaves({ from, share }: { from: number; share: number }): Float64Array {
  const waves = new Float64Array(frequencies * thumbnailSide);
  for (let sample = 0; sample < samples; sample++) {
    const at = (from + (share * (sample + 0.5)) / samples) * thumbnailSide - 0.5;
    const pixel = Math.min(Math.max(Math.floor(at), 0), thumbnailSide - 2);
    const nextShare = Math.min(Math.max(at - pixel, 0), 1);
    for (let k = 0; k < frequencies; k++) {
      const wave = Math.cos(((2 * sample + 1) * k * Math.PI) / (2 * samples));
      const index = k * thumbnailSide + pixel;
      waves[index] = (waves[index] ?? 0) + wave * (1 - nextShare);
      waves[index + 1] = (waves[index + 1] ?? 0) + wave * nextShare;
    }
  }
  return waves;
}

/** The horizontal frequencies of each row: `frequencies` columns of `thumbnailSide` values. */
function transformRows(thumbnail: Thumbnail, waves: Float64Array): Float64Array {
  const rows = new Float64Array(frequencies * thumbnailSide);
  for (let x = 0; x < frequencies; x++) {
    for (let row = 0; row < thumbnailSide; row++) {
      let sum = 0;
      for (let i = 0; i < thumbnailSide; i++) {
        sum += (waves[x * thumbnailSide + i] ?? 0) * (thumbnail[row * thumbnailSide + i] ?? 0);
      }
      rows[x * thumbnailSide + row] = sum;
    }
  }
  return rows;
}

function hashPart(rows: Float64Array, waves: Float64Array): PhotoHash {
  return toBits((bit) => {
    const { x, y } = frequencyOfBit[bit] ?? { x: 0, y: 0 };
    if (x === 0 && y === 0) return false;
    let sum = 0;
    for (let i = 0; i < thumbnailSide; i++) {
      sum += (waves[y * thumbnailSide + i] ?? 0) * (rows[x * thumbnailSide + i] ?? 0);
    }
    return sum > 0;
  });
}

function isPlain(thumbnail: Thumbnail): boolean {
  const mean = thumbnail.reduce((sum, grey) => sum + grey, 0) / thumbnail.length;
  const variance = thumbnail.reduce((sum, grey) => sum + (grey - mean) ** 2, 0) / thumbnail.length;
  return Math.sqrt(variance) < minContrast;
}
