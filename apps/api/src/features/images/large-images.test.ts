import { expect, test, vi } from 'vitest';
import { decodeImage, largeImages } from './encode-image.ts';
import { solidColour } from './images.fixture.ts';

test('large images are decoded one at a time, and delay no others', async () => {
  const [large, small] = await Promise.all([
    solidColour(2400, 1800).avif({ effort: 0 }).toBuffer(),
    solidColour(400, 300).avif({ effort: 0 }).toBuffer(),
  ]);
  const decoded = [decodeImage(large), decodeImage(large), decodeImage(large)];
  await vi.waitFor(
    () => expect([largeImages.activeCount, largeImages.pendingCount]).toEqual([1, 2]),
    { interval: 1, timeout: 5000 },
  );
  const first = await Promise.race([decodeImage(small), ...decoded.slice(1)]);
  expect(first.width).toBe(400);
  expect((await Promise.all(decoded)).map(({ width }) => width)).toEqual([1440, 1440, 1440]);
});
