import { imageTypes, removeProfilePhoto, uploadProfilePhoto } from '@redial/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../session/call.ts';
import { loadIdentity } from '../../session/session.ts';
import { useSession } from '../../session/session-store.ts';
import { uploadPhoto } from '../../session/upload-photo.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

/**
 * Adds, replaces and removes the user's photo, in the marketplace and at the identity provider.
 *
 * @param photo as others see it
 */
export function PhotoForm({ name, photo }: { name: string; photo: string | null }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { revalidate } = useRevalidator();
  const [pending, setPending] = useState<'saving' | 'removing'>();
  const [error, setError] = useState<string>();
  useSyncedPhoto(photo);

  const run = async (
    what: 'saving' | 'removing',
    change: () => Promise<{ ok: true } | { ok: false; error: { message: string } }>,
    done: string,
  ) => {
    setPending(what);
    setError(undefined);
    const result = await change();
    await revalidate();
    setPending(undefined);
    if (result.ok) toast.success(done);
    else setError(result.error.message);
  };
  const save = (file: File) =>
    run('saving', () => uploadPhoto(uploadProfilePhoto, undefined, file), 'Your photo is saved');
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-3">
      <Avatar name={name} photo={photo} className="size-20 text-2xl" />
      <div className="min-w-0 flex-1 basis-60">
        <p id={`${id}-label`} className="font-semibold text-sm">
          Your photo
        </p>
        <p id={`${id}-hint`} className="mt-0.5 text-ink-soft text-sm">
          Others see it on your profile, in messages, reviews and orders.
        </p>
        <p className="mt-3 flex flex-wrap gap-3">
          <input
            ref={input}
            type="file"
            accept={imageTypes.join(',')}
            aria-labelledby={`${id}-label`}
            aria-describedby={`${id}-hint ${id}-error`}
            tabIndex={-1}
            className="sr-only"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              // The same file can be chosen again after an error.
              currentTarget.value = '';
              if (file) void save(file);
            }}
          />
          <Button
            variant="outline"
            disabled={pending === 'removing'}
            pending={pending === 'saving'}
            pendingLabel="Saving"
            onClick={() => input.current?.click()}
          >
            {photo === null ? 'Choose a photo' : 'Change the photo'}
          </Button>
          {photo !== null && (
            <Button
              variant="quiet"
              disabled={pending === 'saving'}
              pending={pending === 'removing'}
              pendingLabel="Removing"
              onClick={() =>
                run('removing', () => call(removeProfilePhoto, {}), 'Your photo is removed')
              }
            >
              Remove
            </Button>
          )}
        </p>
        <p id={`${id}-error`} role="alert" className="mt-2 text-bad text-sm empty:hidden">
          {error}
        </p>
      </div>
    </div>
  );
}

/**
 * Gives the identity provider the photo that the marketplace has: after a change here, on another device
 * or by a moderator, or if an earlier attempt failed. A photo from Google stays as long as there is no
 * other one.
 */
function useSyncedPhoto(photo: string | null): void {
  const session = useSession();
  const photoURL = session.status === 'signed-in' ? session.user.photoURL : photo;
  const isOurs =
    photoURL !== null && new URL(photoURL, location.href).pathname.startsWith('/images/');
  const isSynced = photo === photoURL || (photo === null && !isOurs);
  useEffect(() => {
    if (isSynced) return;
    // The next visit of the page tries again.
    loadIdentity()
      .then((identity) => identity.updateProfile({ photoURL: photo ?? '' }))
      .catch(() => undefined);
  }, [isSynced, photo]);
}
