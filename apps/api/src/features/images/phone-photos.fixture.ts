import sharp from 'sharp';

const [width, height] = [600, 800];
const surfaces = [
  '#c9b08a',
  '#8a6a4a',
  '#e8e6e1',
  '#3b3f45',
  '#b7c4cc',
  '#d9d2c5',
  '#5f7d68',
  '#f4f4f2',
];
const bodies = [
  '#1c1c1e',
  '#f2f1ee',
  '#5b6f8f',
  '#a93b3b',
  '#d8c3a5',
  '#3f5f4f',
  '#8d84a8',
  '#c8ccd0',
];
const screens = ['#101820', '#2c4a7c', '#7c2c5e', '#d08a3c', '#3c7c5a', '#8fb4d8'];

/**
 * Draws a photo of a phone as sellers take them: lying on a table or before a wall, seen from above,
 * upright or at an angle, its back or its screen, with other things beside it and light from one side.
 *
 * @param seed another one, another photo.
 * @returns a JPEG of 300 by 400 pixels.
 */
export async function drawPhonePhoto(seed: number): Promise<Buffer> {
  const random = createRandom(seed);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width / 2}" height="${height / 2}" viewBox="0 0 ${width} ${height}">
    ${drawSurface(random, seed)}${drawThings(random)}${drawPhone(random)}${drawLight(random)}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: 'white' }).jpeg({ quality: 88 }).toBuffer();
}

/** Reproducible random numbers. */
type Random = ReturnType<typeof createRandom>;

/** The Mulberry32 generator (Tommy Ettinger, public domain). */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    pick: <T>(list: readonly T[]): T => list[int(0, list.length - 1)] as T,
    chance: (probability: number) => next() < probability,
  };
}

const between = (random: Random, from: number, to: number) => from + (to - from) * random.next();

function drawSurface(random: Random, seed: number): string {
  const grain = `${between(random, 0.002, 0.02)} ${between(random, 0.01, 0.12)}`;
  const edge = random.chance(0.4)
    ? `<rect width="${width}" height="${random.int(60, 300)}" fill="${random.pick(surfaces)}"/>`
    : '';
  return `<filter id="grain"><feTurbulence baseFrequency="${grain}" numOctaves="3" seed="${seed}"/>
      <feColorMatrix values="0.3 0.3 0.3 0 0 0.3 0.3 0.3 0 0 0.3 0.3 0.3 0 0 0 0 0 0 ${between(random, 0.1, 0.5)}"/></filter>
    <rect width="100%" height="100%" fill="${random.pick(surfaces)}"/>
    <rect width="100%" height="100%" filter="url(#grain)"/>${edge}`;
}

/** A box, a charger, a cup: whatever lies beside the phone. */
function drawThings(random: Random): string {
  return Array.from({ length: random.int(0, 3) }, () => {
    const [x, y] = [random.int(0, width), random.int(0, height)];
    const fill = random.pick([...surfaces, ...bodies]);
    return random.chance(0.5)
      ? `<ellipse cx="${x}" cy="${y}" rx="${random.int(40, 150)}" ry="${random.int(40, 150)}" fill="${fill}"/>`
      : `<rect x="${x}" y="${y}" width="${random.int(80, 300)}" height="${random.int(80, 300)}" fill="${fill}" transform="rotate(${random.int(-40, 40)} ${x} ${y})"/>`;
  }).join('');
}

function drawPhone(random: Random): string {
  const w = between(random, 180, 330);
  const h = w * between(random, 1.95, 2.2);
  const angle = random.chance(0.5) ? between(random, -6, 6) : between(random, -40, 40);
  const x = width / 2 + between(random, -90, 90);
  const y = height / 2 + between(random, -90, 90);
  const radius = w * between(random, 0.08, 0.18);
  const body = random.pick(bodies);
  return `<g transform="translate(${x} ${y}) rotate(${angle}) translate(${-w / 2} ${-h / 2})">
    <rect x="8" y="12" width="${w}" height="${h}" rx="${radius}" fill="#000" opacity="0.3"/>
    <rect width="${w}" height="${h}" rx="${radius}" fill="${body}" stroke="#777" stroke-width="3"/>
    ${random.chance(0.5) ? drawScreen(random, w, h, radius) : drawCameras(random, w)}</g>`;
}

function drawScreen(random: Random, w: number, h: number, radius: number): string {
  const shapes = Array.from({ length: random.int(2, 5) }, () => {
    const r = between(random, 0.1, 0.45) * w;
    const cx = between(random, r, w - r);
    const cy = between(random, r, h - r);
    return `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${random.pick(screens)}" opacity="0.8"/>`;
  });
  return `<rect x="8" y="8" width="${w - 16}" height="${h - 16}" rx="${radius}" fill="${random.pick(screens)}"/>${shapes.join('')}`;
}

function drawCameras(random: Random, w: number): string {
  const size = w * between(random, 0.25, 0.5);
  const lenses = Array.from({ length: random.int(1, 4) }, (_, i) => {
    const cx = 24 + size * (0.28 + 0.44 * (i % 2));
    const cy = 24 + size * (0.28 + 0.44 * Math.floor(i / 2));
    return `<circle cx="${cx}" cy="${cy}" r="${size * 0.17}" fill="#111" stroke="#666" stroke-width="3"/>`;
  });
  return `<rect x="24" y="24" width="${size}" height="${size}" rx="${size * 0.25}" fill="#fff" opacity="0.25"/>${lenses.join('')}`;
}

function drawLight(random: Random): string {
  const [x, y] = [random.next().toFixed(2), random.next().toFixed(2)];
  return `<radialGradient id="light" cx="${x}" cy="${y}" r="0.9"><stop stop-color="#fff" stop-opacity="${between(random, 0.1, 0.4)}"/>
    <stop offset="1" stop-color="#000" stop-opacity="${between(random, 0.05, 0.4)}"/></radialGradient>
    <rect width="100%" height="100%" fill="url(#light)"/>`;
}
