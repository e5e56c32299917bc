import { chatLimits, imageTypes, uploadMessagePhoto } from '@redial/contract';
import { useEffect, useRef, useState } from 'react';
import { keepSending, waitingReason } from '../../session/keep-sending.ts';
import { uploadPhoto } from '../../session/upload-photo.ts';
import { type ComposedPhoto, readDraftPhotos, saveDraftPhotos } from './composed-photos.ts';

/** The photos of the message that is being written, and what its author does with them. */
export interface PhotoUploads {
  readonly photos: readonly ComposedPhoto[];
  /** What the author has to know about the last photos that were added. */
  readonly notice: string | undefined;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (key: string) => void;
  /** Empties the list without deleting: the photos are sent. */
  readonly clear: () => void;
}

/** Whether a file can be a photo; the server looks at its content. */
export const isPhoto = ({ type, name }: File): boolean =>
  type === '' ? /\.hei[cf]$/i.test(name) : (imageTypes as readonly string[]).includes(type);

const lostText = (lost: number) =>
  lost === 0
    ? undefined
    : lost === 1
      ? 'A photo was not uploaded before the page was closed: add it again.'
      : `${lost} photos were not uploaded before the page was closed: add them again.`;

/**
 * Uploads photos as soon as they are added, one after another. While there is no connection they wait, and
 * go on by themselves. What is uploaded is part of the draft.
 */
export function usePhotoUploads(conversationId: string): PhotoUploads {
  const draft = `message-photos:${conversationId}`;
  const [{ initial, lost }] = useState(() => {
    const { photos, lost } = readDraftPhotos(draft);
    return { initial: photos, lost };
  });
  const [photos, setPhotos] = useState<readonly ComposedPhoto[]>(() =>
    initial.map((uploaded) => ({
      key: uploaded.id,
      preview: uploaded.url,
      progress: 1,
      uploaded,
    })),
  );
  const [notice, setNotice] = useState(() => lostText(lost));
  /** What is composed now, between renders. */
  const current = useRef(photos);
  const aborts = useRef(new Map<string, AbortController>());
  const queue = useRef(Promise.resolve());

  const change = (next: readonly ComposedPhoto[]) => {
    current.current = next;
    saveDraftPhotos(draft, next);
    setPhotos(next);
  };
  const update = (key: string, changes: Partial<ComposedPhoto>) =>
    change(current.current.map((photo) => (photo.key === key ? { ...photo, ...changes } : photo)));

  const upload = async (key: string, file: File, signal: AbortSignal) => {
    if (signal.aborted) return;
    const result = await keepSending(
      async () => {
        const sent = await uploadPhoto(uploadMessagePhoto, conversationId, file, {
          signal,
          onProgress: (progress) => update(key, { progress, isWaiting: false }),
        });
        const waitsFor = sent.ok ? undefined : waitingReason(sent.error);
        return waitsFor ? { waitsFor } : { result: sent };
      },
      { signal, onWaiting: () => update(key, { progress: 0, isWaiting: true }) },
    );
    if (!result) return;
    if (!result.ok) {
      update(key, { error: result.error.message, isWaiting: false });
      return;
    }
    const { insertedId: id, url, width, height } = result.value;
    update(key, { uploaded: { id, url, width, height }, progress: 1, isWaiting: false });
  };

  const add = (files: readonly File[]) => {
    const usable = files.filter(isPhoto);
    const room = chatLimits.maxPhotos - current.current.length;
    setNotice(
      usable.length < files.length
        ? 'Only photos can be added: JPEG, PNG, WebP, AVIF or HEIC.'
        : usable.length > room
          ? `A message has up to ${chatLimits.maxPhotos} photos.`
          : undefined,
    );
    for (const file of usable.slice(0, Math.max(0, room))) {
      const key = crypto.randomUUID();
      const abort = new AbortController();
      aborts.current.set(key, abort);
      change([...current.current, { key, preview: URL.createObjectURL(file), progress: 0 }]);
      queue.current = queue.current.then(() => upload(key, file, abort.signal));
    }
  };
  const end = (keys: readonly string[]) => {
    for (const key of keys) {
      aborts.current.get(key)?.abort();
      aborts.current.delete(key);
    }
    for (const { key, preview } of current.current) {
      if (keys.includes(key) && preview.startsWith('blob:')) URL.revokeObjectURL(preview);
    }
    change(current.current.filter(({ key }) => !keys.includes(key)));
  };
  useEffect(() => {
    const { current } = aborts;
    return () => {
      for (const abort of current.values()) abort.abort();
    };
  }, []);
  return {
    photos,
    notice,
    add,
    remove: (key) => {
      setNotice(undefined);
      end([key]);
    },
    clear: () => {
      setNotice(undefined);
      end(current.current.map(({ key }) => key));
    },
  };
}
