import { type DemoImage, demoBuyer, demoSeller, drawPortrait } from '@redial/demo-data';
import type { Rows } from './rows.ts';

/** Every how many of the other users have a photo: people with and without one are to be seen. */
const step = 2;

/**
 * Gives the demo buyer, the demo seller and some others a photo.
 *
 * @returns the images, which are to be stored.
 */
export function addPortraits({ users, images }: Rows, now: Date): DemoImage[] {
  const known: readonly string[] = [demoBuyer.email, demoSeller.email];
  const others = users.filter(({ email, role }) => role !== 'admin' && !known.includes(email));
  const shown = [
    ...users.filter(({ email }) => known.includes(email)),
    ...others.filter((_, index) => index % step === 0),
  ];
  return shown.map((user) => {
    const image = drawPortrait(user.email);
    user.photoUrl = image.path;
    const size = { width: image.side, height: image.side };
    images.push({ id: image.id, uploadedBy: user.id ?? '', ...size, createdAt: now });
    return image;
  });
}
