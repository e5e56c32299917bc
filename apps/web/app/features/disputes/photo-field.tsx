import { disputeLimits, uploadDisputePhoto } from '@redial/contract';
import { ImagePlus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { uploadPhoto } from '../../session/upload-photo.ts';
import { Spinner } from '../../ui/spinner.tsx';

export interface ChosenPhoto {
  readonly id: string;
  readonly url: string;
}

/** Up to eight photos, from the camera or the gallery; each is uploaded as soon as it is chosen. */
export function PhotoField({
  orderId,
  photos,
  onChange,
}: {
  orderId: string;
  photos: readonly ChosenPhoto[];
  onChange: (photos: readonly ChosenPhoto[]) => void;
}) {
  const id = useId();
  const [uploading, setUploading] = useState(false);
  const [error, setError] = useState<string>();
  const room = disputeLimits.maxPhotos - photos.length;
  const take = async (files: readonly File[]) => {
    setUploading(true);
    setError(undefined);
    let all = photos;
    for (const file of files.slice(0, room)) {
      const uploaded = await uploadPhoto(uploadDisputePhoto, orderId, file);
      if (!uploaded.ok) setError(uploaded.error.message);
      else {
        const { insertedId, url } = uploaded.value;
        all = [...all, { id: insertedId, url }];
        onChange(all);
      }
    }
    setUploading(false);
  };
  return (
    <fieldset className="mb-4">
      <legend className="mb-1.5 font-semibold text-sm">Photos</legend>
      <ul className="flex flex-wrap gap-3">
        {photos.map((photo, index) => (
          <li key={photo.id} className="relative">
            <img
              src={photo.url}
              alt=""
              className="size-20 rounded-md border border-line object-cover"
            />
            <button
              type="button"
              aria-label={`Remove photo ${index + 1}`}
              onClick={() => onChange(photos.filter((other) => other.id !== photo.id))}
              className="absolute -top-2 -right-2 grid size-7 place-items-center rounded-full border border-line bg-raised"
            >
              <X className="size-4" aria-hidden="true" />
            </button>
          </li>
        ))}
        {room > 0 && (
          <li>
            <label
              htmlFor={id}
              className="grid size-20 cursor-pointer place-items-center rounded-md border border-line-strong border-dashed text-accent hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              {uploading ? <Spinner /> : <ImagePlus className="size-6" aria-hidden="true" />}
              <span className="sr-only">Add photos</span>
              <input
                id={id}
                type="file"
                accept="image/*"
                multiple
                disabled={uploading}
                className="sr-only"
                onChange={(event) => {
                  const files = [...(event.currentTarget.files ?? [])];
                  event.currentTarget.value = '';
                  take(files);
                }}
              />
            </label>
          </li>
        )}
      </ul>
      <p role="alert" className="mt-1 min-h-5 text-bad text-xs">
        {error}
      </p>
    </fieldset>
  );
}
