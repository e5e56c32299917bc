import { type RefObject, useEffect, useRef, useState } from 'react';
import { uploadImageFile, validateImageFile } from './upload-image.ts';

/** A picture on its way to the image host. */
export interface ImageUploadState {
  readonly status: 'none' | 'sending' | 'sent' | 'failed';
  /** Address of the picture as it is shown: the chosen file, or what the host made of it. */
  readonly preview?: string;
  /** How much of it has been sent, from 0 to 1. */
  readonly progress: number;
  readonly error?: string | undefined;
}

interface Attempt {
  readonly file: File;
  readonly preview: string;
  readonly stop: AbortController;
  /** The picture's address at the host; nothing where the upload failed. */
  readonly url: Promise<string | undefined>;
}

const none: ImageUploadState = { status: 'none', progress: 0 };

function abortUpload(attempt: RefObject<Attempt | undefined>): void {
  attempt.current?.stop.abort();
  if (attempt.current) URL.revokeObjectURL(attempt.current.preview);
  attempt.current = undefined;
}

/**
 * Uploads a picture as soon as it is chosen, so that it is there when the rest of the form is filled
 * in, and only once.
 */
export function useImageUpload() {
  const [state, setState] = useState(none);
  const attempt = useRef<Attempt>(undefined);

  useEffect(() => () => abortUpload(attempt), []);

  function start(file: File): Promise<string | undefined> {
    abortUpload(attempt);
    const preview = URL.createObjectURL(file);
    const controller = new AbortController();
    const { signal } = controller;
    const show = (next: Omit<ImageUploadState, 'preview'>) => {
      if (!signal.aborted) setState({ preview, ...next });
    };
    show({ status: 'sending', progress: 0 });
    const url = uploadImageFile(file, {
      signal,
      onProgress: (progress) => show({ status: 'sending', progress }),
    }).then((upload) => {
      if (!upload.ok) {
        show({ status: 'failed', progress: 0, error: upload.error.message });
        return undefined;
      }
      show({ status: 'sent', progress: 1 });
      return upload.url;
    });
    attempt.current = { file, preview, stop: controller, url };
    return url;
  }

  return {
    state,
    /** Takes a file in place of the one before. */
    choose(file: File) {
      const error = validateImageFile(file);
      if (!error) {
        start(file);
        return;
      }
      abortUpload(attempt);
      setState({ ...none, error });
    },
    remove() {
      abortUpload(attempt);
      setState(none);
    },
    /** The picture's address, once it is there; a failed upload is tried again. */
    async address(): Promise<string | undefined> {
      const { current } = attempt;
      if (!current) return undefined;
      return state.status === 'failed' ? start(current.file) : current.url;
    },
    /** The server no longer takes the picture: the next `address` uploads it anew. */
    refuse(error: string) {
      setState((now) => ({ ...now, status: 'failed', error }));
    },
  };
}

export type ImageUpload = ReturnType<typeof useImageUpload>;
