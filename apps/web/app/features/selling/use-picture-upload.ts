import { type RefObject, useEffect, useRef, useState } from 'react';
import { fileProblem, uploadPicture } from './upload-picture.ts';

/** A picture on its way to the image host. */
export interface PictureState {
  readonly status: 'none' | 'sending' | 'sent' | 'failed';
  /** Address of the picture as it is shown: the chosen file, or what the host made of it. */
  readonly preview?: string;
  /** How much of it has been sent, from 0 to 1. */
  readonly sent: number;
  readonly problem?: string | undefined;
}

interface Attempt {
  readonly file: File;
  readonly preview: string;
  readonly stop: AbortController;
  /** The picture's address at the host; nothing where the upload failed. */
  readonly address: Promise<string | undefined>;
}

const none: PictureState = { status: 'none', sent: 0 };

function giveUp(attempt: RefObject<Attempt | undefined>): void {
  attempt.current?.stop.abort();
  if (attempt.current) URL.revokeObjectURL(attempt.current.preview);
  attempt.current = undefined;
}

/**
 * Uploads a picture as soon as it is chosen, so that it is there when the rest of the form is filled
 * in, and only once.
 */
export function usePictureUpload() {
  const [state, setState] = useState(none);
  const attempt = useRef<Attempt>(undefined);

  useEffect(() => () => giveUp(attempt), []);

  function start(file: File): Promise<string | undefined> {
    giveUp(attempt);
    const preview = URL.createObjectURL(file);
    const controller = new AbortController();
    const { signal } = controller;
    const show = (next: Omit<PictureState, 'preview'>) => {
      if (!signal.aborted) setState({ preview, ...next });
    };
    show({ status: 'sending', sent: 0 });
    const address = uploadPicture(file, {
      signal,
      onProgress: (sent) => show({ status: 'sending', sent }),
    }).then((upload) => {
      if (!upload.ok) {
        show({ status: 'failed', sent: 0, problem: upload.problem.message });
        return undefined;
      }
      show({ status: 'sent', sent: 1 });
      return upload.url;
    });
    attempt.current = { file, preview, stop: controller, address };
    return address;
  }

  return {
    state,
    /** Takes a file in place of the one before. */
    choose(file: File) {
      const problem = fileProblem(file);
      if (!problem) {
        start(file);
        return;
      }
      giveUp(attempt);
      setState({ ...none, problem });
    },
    remove() {
      giveUp(attempt);
      setState(none);
    },
    /** The picture's address, once it is there; a failed upload is tried again. */
    async address(): Promise<string | undefined> {
      const { current } = attempt;
      if (!current) return undefined;
      return state.status === 'failed' ? start(current.file) : current.address;
    },
    /** The server no longer takes the picture: the next `address` uploads it anew. */
    refuse(problem: string) {
      setState((now) => ({ ...now, status: 'failed', problem }));
    },
  };
}

export type PictureUpload = ReturnType<typeof usePictureUpload>;
