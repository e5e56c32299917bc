import type { MessagePhoto } from '@redial/contract';
import { cx } from '../../ui/cx.ts';

/** Of the log of a narrow screen, so that the text around a photo stays visible. */
const maxSide = 280;

/** The photos of a message, each with the space that it will take. They open in full size. */
export function MessagePhotos({
  photos,
  author,
  right = false,
}: {
  photos: readonly MessagePhoto[];
  /** As the reader calls who sent them. */
  author: string;
  right?: boolean;
}) {
  return (
    <ul aria-label="Photos" className={cx('mb-1 flex flex-wrap gap-2', right && 'justify-end')}>
      {photos.map(({ _id: id, img, width, height }, index) => {
        const isAlone = photos.length === 1;
        const scale = Math.min(1, maxSide / Math.max(width, height));
        const number = isAlone ? '' : ` ${index + 1} of ${photos.length}`;
        return (
          <li key={id} className="max-w-full">
            <a
              href={img}
              target="_blank"
              rel="noreferrer"
              aria-label={`Photo${number} from ${author}, opens in full size`}
              className="block overflow-hidden rounded-lg bg-sunken"
            >
              <img
                src={img}
                alt=""
                width={isAlone ? Math.max(48, Math.round(width * scale)) : 128}
                height={isAlone ? Math.max(48, Math.round(height * scale)) : 128}
                loading="lazy"
                className={isAlone ? 'h-auto max-w-full object-cover' : 'size-32 object-cover'}
              />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
