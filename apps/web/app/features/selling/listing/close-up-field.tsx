import { imageSizes } from '@redial/contract';
import { Camera } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { uploadImageFile, validateImageFile } from '../upload-image.ts';

/** A close-up of a mark, uploaded as soon as it is chosen. */
export function CloseUpField({
  photo,
  error,
  onChange,
}: {
  photo: string | undefined;
  error: string | undefined;
  onChange: (url: string | undefined) => void;
}) {
  const id = useId();
  const [uploading, setUploading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    setFailure(validateImageFile(file));
    if (validateImageFile(file)) return;
    setUploading(true);
    const { signal } = new AbortController();
    const upload = await uploadImageFile(file, { signal, onProgress: () => undefined });
    setUploading(false);
    if (upload.ok) onChange(upload.url);
    else setFailure(upload.error.message);
  };
  const [smallest] = photo ? (imageSizes(photo) ?? []) : [];
  return (
    <div className="mb-2 sm:col-span-2">
      <div className="flex flex-wrap items-center gap-3">
        {photo && (
          <img
            src={smallest?.webp ?? photo}
            alt="The close-up as chosen"
            width={64}
            height={64}
            className="size-16 rounded-md bg-studio object-cover"
          />
        )}
        <label
          htmlFor={id}
          className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-line-strong px-5 font-semibold text-sm hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
        >
          <Camera className="size-4" aria-hidden="true" />
          {uploading ? 'Uploading' : photo ? 'Another close-up' : 'Add a close-up'}
          <input
            id={id}
            type="file"
            accept="image/*,.heic,.heif"
            disabled={uploading}
            className="sr-only"
            onChange={({ currentTarget }) => {
              take(currentTarget.files?.[0]);
              currentTarget.value = '';
            }}
          />
        </label>
        {photo && (
          <Button variant="quiet" size="small" onClick={() => onChange(undefined)}>
            Remove the close-up
          </Button>
        )}
      </div>
      <p role="alert" className="mt-1 min-h-5 text-bad text-xs">
        {failure ?? error}
      </p>
    </div>
  );
}
