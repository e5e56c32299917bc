import { ImagePlus, RotateCcw } from 'lucide-react';
import { type DragEvent, type Ref, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import type { ImageUpload } from './use-image-upload.ts';

/** The product image field: choose or drop a file, preview it, and follow the upload. */
export function ImageField({
  upload,
  current,
  error,
  inputRef,
}: {
  upload: ImageUpload;
  /** URL of the product's image, until another one is chosen. */
  current?: string | undefined;
  error?: string | undefined;
  inputRef: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const [isDragOver, setIsDragOver] = useState(false);
  const { status, preview = current, progress, error: uploadError } = upload.state;
  const shownError = uploadError ?? error;
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) upload.choose(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div>
      <span id={`${id}-label`} className="mb-1.5 block font-semibold text-sm">
        Image
      </span>
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setIsDragOver(true);
        }}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={drop}
        className={cx(
          'group relative grid aspect-square cursor-pointer place-items-center overflow-hidden rounded-lg border bg-surface text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
          isDragOver
            ? 'border-accent bg-accent-wash'
            : shownError
              ? 'border-bad'
              : 'border-line-strong',
          !preview && 'border-dashed hover:border-ink hover:bg-sunken',
        )}
      >
        <input
          ref={inputRef}
          id={id}
          type="file"
          accept="image/*"
          aria-labelledby={`${id}-label`}
          aria-invalid={shownError ? true : undefined}
          aria-describedby={`${id}-error ${id}-hint`}
          onChange={(event) => {
            take(event.currentTarget.files);
            // Allows choosing the same file again.
            event.currentTarget.value = '';
          }}
          className="sr-only"
        />
        {preview ? (
          <Preview key={preview} url={preview} dim={status === 'sending'} />
        ) : (
          <span className="grid justify-items-center gap-1 px-6 text-sm">
            <ImagePlus
              className="mb-2 size-9 text-ink-faint"
              strokeWidth={1.5}
              aria-hidden="true"
            />
            <span className="font-semibold text-accent">Choose a picture</span>
            <span className="text-ink-soft">or drop it here</span>
          </span>
        )}
        {preview && (
          <span className="absolute right-3 bottom-3 rounded-full bg-raised px-3.5 py-2 font-semibold text-xs shadow-1">
            Choose another
          </span>
        )}
        {status === 'sending' && (
          <span
            role="progressbar"
            aria-label="Uploading the picture"
            aria-valuenow={Math.round(progress * 100)}
            className="absolute inset-x-0 top-0 h-1.5 bg-sunken"
          >
            <span
              className="block h-full bg-accent transition-[width] duration-300"
              style={{ width: `${Math.max(4, progress * 100)}%` }}
            />
          </span>
        )}
      </label>
      <p id={`${id}-hint`} role="status" className="mt-1.5 text-ink-soft text-xs">
        {status === 'none' && current ? hints.current : hints[status]}
      </p>
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-bad text-xs">
        {shownError}
      </p>
      {status === 'failed' && (
        <Button
          variant="outline"
          size="small"
          className="mt-2"
          onClick={() => upload.uploadedUrl()}
        >
          <RotateCcw className="size-4" aria-hidden="true" />
          Upload again
        </Button>
      )}
    </div>
  );
}

const hints = {
  current: 'Choose another picture to replace this one.',
  none: 'JPEG, PNG, WebP, AVIF or HEIC, at most 10\u00a0MB. It is shown whole.',
  sending: 'Uploading the picture',
  sent: 'The picture is uploaded.',
  failed: 'The picture is not uploaded.',
} as const;

/**
 * Preview of the chosen file, with a message when the browser cannot decode its format (usually
 * HEIC).
 */
function Preview({ url, dim }: { url: string; dim: boolean }) {
  const [failed, setUnseen] = useState(false);
  if (failed) {
    return (
      <span className="px-6 text-ink-soft text-sm">This browser cannot show the picture.</span>
    );
  }
  return (
    <img
      src={url}
      alt="The product as chosen"
      onError={() => setUnseen(true)}
      className={cx(
        'absolute inset-0 size-full bg-studio object-contain transition-opacity',
        dim && 'opacity-60',
      )}
    />
  );
}
