import { type RefObject, useEffect, useRef, useState } from 'react';
import { uploadImageFile, validateImageFile } from './upload-image.ts';

/** State of an image upload. */
export interface ImageUploadState {
  readonly status: 'none' | 'sending' | 'sent' | 'failed';
  /** Object URL of the chosen file. */
  readonly preview?: string;
  /** Progress from 0 to 1. */
  readonly progress: number;
  readonly error?: string | undefined;
}

interface Attempt {
  readonly file: File;
  readonly preview: string;
  readonly stop: AbortController;
  /** URL at the image host; undefined if the upload failed. */
  readonly url: Promise<string | undefined>;
}

const none: ImageUploadState = { status: 'none', progress: 0 };

function abortUpload(attempt: RefObject<Attempt | undefined>): void {
  attempt.current?.stop.abort();
  if (attempt.current) URL.revokeObjectURL(attempt.current.preview);
  attempt.current = undefined;
}

/**
 * Uploads an image as soon as it is chosen, once, while the user fills in the rest of the form.
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
    /** Replaces the current file. */
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
    /** URL of the uploaded image; retries a failed upload. */
    async uploadedUrl(): Promise<string | undefined> {
      const { current } = attempt;
      if (!current) return undefined;
      return state.status === 'failed' ? start(current.file) : current.url;
    },
    /** Marks the upload as rejected by the server; the next `uploadedUrl` call uploads it again. */
    reject(error: string) {
      setState((now) => ({ ...now, status: 'failed', error }));
    },
  };
}

export type ImageUpload = ReturnType<typeof useImageUpload>;
