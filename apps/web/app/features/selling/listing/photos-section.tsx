import {
  addListingPhoto,
  imageSizes,
  type Listing,
  maxAltLength,
  maxListingPhotos,
  removeListingPhoto,
  setPhotoOrder,
} from '@redial/contract';
import { GripVertical, ImagePlus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../session/call.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { cx } from '../../../ui/cx.ts';
import { TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.ts';
import { uploadImageFile, validateImageFile } from '../upload-image.ts';
import type { ListingSection, SectionProps } from './listing-section.ts';
import { type EditedPhoto, mergePhotos, moveItem } from './merge-photos.ts';
import { SectionFormFrame } from './section-form.tsx';
import { useSectionForm } from './use-section-form.ts';

function PhotosSection({ data: { listing } }: SectionProps) {
  const { _id: id } = listing;
  const saved: readonly EditedPhoto[] = listing.photos.map(({ _id, alt }) => ({ _id, alt }));
  const form = useSectionForm(`listing-${id}-photos`, { photos: saved }, ({ photos }) =>
    call(setPhotoOrder, { params: { id }, body: { photos: [...photos] } }),
  );
  const photos = mergePhotos(form.values.photos, listing.photos);
  const edited = photos.map(({ _id, alt }) => ({ _id, alt }));
  const isChanged = JSON.stringify(edited) !== JSON.stringify(saved);
  const [status, setStatus] = useState('');
  const rows = useRef<HTMLOListElement>(null);
  const dragged = useRef<string>(undefined);

  const move = (from: number, to: number) => {
    if (to < 0 || to >= photos.length || to === from) return;
    form.set('photos', moveItem(edited, from, to));
    setStatus(`Photo ${from + 1} is now photo ${to + 1} of ${photos.length}`);
  };
  const moveByKey = (event: KeyboardEvent, index: number) => {
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(index, index + step);
  };
  const drag = (event: PointerEvent) => {
    if (dragged.current === undefined) return;
    const boxes = [...(rows.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const over = boxes.findIndex(
      ({ top, bottom }) => event.clientY >= top && event.clientY <= bottom,
    );
    const from = photos.findIndex(({ _id }) => _id === dragged.current);
    if (over >= 0) move(from, over);
  };
  const drop = () => {
    dragged.current = undefined;
  };
  return (
    <>
      <SectionFormFrame
        form={{ ...form, isChanged }}
        fields={[]}
        label="Save order and descriptions"
        onSubmit={() => form.submit({ photos: edited })}
      >
        <p className="mb-4 text-ink-soft text-sm">
          Up to ten. The first one is on cards and in search. Drag the handle, or focus it and press
          the arrow keys, to change the order.
        </p>
        <ol
          ref={rows}
          onPointerMove={drag}
          onPointerUp={drop}
          onPointerCancel={drop}
          className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-3"
        >
          {photos.map(({ _id, img, alt }, index) => (
            <li
              key={_id}
              className="flex flex-wrap items-start gap-3 rounded-lg border border-line bg-surface p-3"
            >
              <button
                type="button"
                aria-label={`Move photo ${index + 1} of ${photos.length}`}
                onKeyDown={(event) => moveByKey(event, index)}
                onPointerDown={({ pointerId }) => {
                  // By the list: a row loses the pointer when it is moved in the document.
                  rows.current?.setPointerCapture(pointerId);
                  dragged.current = _id;
                }}
                className="-ml-1 grid h-20 w-7 shrink-0 cursor-grab touch-none place-items-center rounded-md text-ink-faint hover:bg-sunken hover:text-ink active:cursor-grabbing"
              >
                <GripVertical className="size-5" aria-hidden="true" />
              </button>
              <Thumbnail img={img} alt={alt || `Photo ${index + 1}`} />
              <div className="flex min-w-[min(7rem,100%)] flex-1 flex-wrap items-center justify-between gap-2">
                <Badge tone={index === 0 ? 'accent' : 'neutral'}>
                  {index === 0 ? 'First' : `Photo ${index + 1}`}
                </Badge>
                {photos.length > 1 && (
                  <RemoveButton listing={listing} photoId={_id} number={index + 1} />
                )}
              </div>
              <TextField
                label={`What photo ${index + 1} shows`}
                placeholder="The back, with a scratch"
                autoComplete="off"
                maxLength={maxAltLength}
                value={alt}
                className="basis-full"
                onChange={({ currentTarget: { value } }) =>
                  form.set(
                    'photos',
                    edited.map((each) => (each._id === _id ? { _id, alt: value } : each)),
                  )
                }
              />
            </li>
          ))}
        </ol>
        <p role="status" className="sr-only">
          {status}
        </p>
      </SectionFormFrame>
      <AddPhotos listing={listing} count={photos.length} />
    </>
  );
}

function Thumbnail({ img, alt }: { img: string; alt: string }) {
  const [smallest] = imageSizes(img) ?? [];
  return (
    <img
      src={smallest?.webp ?? img}
      alt={alt}
      width={80}
      height={80}
      draggable={false}
      className="size-20 rounded-md bg-studio object-cover"
    />
  );
}

function RemoveButton({
  listing: { _id: id },
  photoId,
  number,
}: {
  listing: Listing;
  photoId: string;
  number: number;
}) {
  const { revalidate } = useRevalidator();
  const remove = async () => {
    const result = await call(removeListingPhoto, { params: { id }, query: { photo: photoId } });
    await revalidate();
    if (result.ok) toast.success('The photo is removed');
    else toast.error(result.error.message);
  };
  return (
    <ConfirmButton
      variant="quiet"
      label={
        <>
          <Trash2 className="size-4" aria-hidden="true" />
          Remove
        </>
      }
      name={`Remove photo ${number}`}
      title={`Remove photo ${number}?`}
      action="Remove photo"
      pendingLabel="Removing"
      onConfirm={remove}
    >
      Buyers no longer see it. Links that somebody has to the picture itself still work.
    </ConfirmButton>
  );
}

/** Chooses files and adds each as a photo, one after the other. */
function AddPhotos({ listing: { _id: id }, count }: { listing: Listing; count: number }) {
  const inputId = useId();
  const { revalidate } = useRevalidator();
  const [uploading, setUploading] = useState<string>();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const room = maxListingPhotos - count;
  const add = async (files: readonly File[]) => {
    const failed: string[] = [];
    const taken = files.slice(0, room);
    for (const [index, file] of taken.entries()) {
      setUploading(`Uploading ${index + 1} of ${taken.length}`);
      const message = await addFile(id, file);
      if (message) failed.push(`${file.name}: ${message}`);
      else await revalidate();
    }
    if (files.length > taken.length) {
      failed.push(
        `A listing has at most ${maxListingPhotos} photos: ${files.length - taken.length} not added`,
      );
    }
    setErrors(failed);
    setUploading(undefined);
  };
  return (
    <div className="mt-5">
      {room > 0 ? (
        <label
          htmlFor={inputId}
          className={cx(
            'flex min-h-14 cursor-pointer items-center justify-center gap-2 rounded-lg border border-line-strong border-dashed px-4 font-semibold text-accent text-sm hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
            uploading && 'opacity-60',
          )}
        >
          <ImagePlus className="size-5" aria-hidden="true" />
          Add photos
          <input
            id={inputId}
            type="file"
            accept="image/*,.heic,.heif"
            multiple
            disabled={uploading !== undefined}
            className="sr-only"
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])];
              currentTarget.value = '';
              add(files);
            }}
          />
        </label>
      ) : (
        <p className="text-ink-soft text-sm">
          These are {maxListingPhotos} photos, as many as a listing can have.
        </p>
      )}
      <p role="status" className="mt-2 min-h-5 text-ink-soft text-xs">
        {uploading ?? 'JPEG, PNG, WebP, AVIF or HEIC, at most 10\u00a0MB each.'}
      </p>
      <div role="alert" className="text-bad text-xs">
        {errors.map((error) => (
          <p key={error} className="break-words">
            {error}
          </p>
        ))}
      </div>
    </div>
  );
}

/** @returns what is wrong, or undefined if the photo was added. */
async function addFile(id: string, file: File): Promise<string | undefined> {
  const invalid = validateImageFile(file);
  if (invalid) return invalid;
  const { signal } = new AbortController();
  const upload = await uploadImageFile(file, { signal, onProgress: () => undefined });
  if (!upload.ok) return upload.error.message;
  const added = await call(addListingPhoto, { params: { id }, body: { img: upload.url } });
  return added.ok ? undefined : added.error.message;
}

export const photosSection: ListingSection = {
  id: 'photos',
  title: 'Photos',
  summary: ({ listing: { photos } }) =>
    photos.length === 1 ? '1 photo' : `${photos.length} photos`,
  Section: PhotosSection,
};
