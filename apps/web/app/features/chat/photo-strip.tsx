import { CircleAlert, X } from 'lucide-react';
import type { ComposedPhoto } from './composed-photos.ts';
import type { PhotoUploads } from './use-photo-uploads.ts';

/** The photos of the message that is being written, with how far their upload is. */
export function PhotoStrip({ uploads: { photos, notice, remove } }: { uploads: PhotoUploads }) {
  return (
    <>
      {photos.length > 0 && (
        <ul aria-label="Photos of your message" className="mb-4 flex flex-wrap gap-4">
          {photos.map((photo, index) => (
            <li key={photo.key} className="grid w-24 grid-cols-1 gap-1">
              <Thumbnail photo={photo} number={index + 1} onRemove={() => remove(photo.key)} />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={notice ? 'mb-3 text-sm' : 'sr-only'}>
        {notice ?? statusOf(photos)}
      </p>
    </>
  );
}

function Thumbnail({
  photo: { preview, progress, isWaiting, uploaded, error },
  number,
  onRemove,
}: {
  photo: ComposedPhoto;
  number: number;
  onRemove: () => void;
}) {
  return (
    <>
      <span className="relative block size-24">
        <img
          src={preview}
          alt={`${number}`}
          className="size-24 rounded-md border border-line bg-sunken object-cover"
        />
        <button
          type="button"
          aria-label={`Remove photo ${number}`}
          onClick={onRemove}
          className="absolute -top-3 -right-3 grid size-8 place-items-center rounded-full border border-line bg-raised hover:bg-sunken"
        >
          <X className="size-4" aria-hidden="true" />
        </button>
        {!uploaded && !error && (
          <progress
            aria-label={`Photo ${number}`}
            value={progress}
            className="absolute inset-x-2 bottom-2 h-1.5 w-20 accent-accent"
          />
        )}
      </span>
      {error ? (
        <span role="alert" className="text-bad text-xs">
          <CircleAlert className="mr-1 inline size-3.5" aria-hidden="true" />
          {error}
        </span>
      ) : (
        isWaiting && <span className="text-ink-soft text-xs">Waiting for the network</span>
      )}
    </>
  );
}

/** What a screen reader says. */
function statusOf(photos: readonly ComposedPhoto[]): string {
  if (photos.length === 0) return '';
  const done = photos.filter(({ uploaded }) => uploaded).length;
  return `${done} of ${photos.length} ${photos.length === 1 ? 'photo' : 'photos'} uploaded`;
}
