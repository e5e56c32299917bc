import { chatLimits } from '@redial/contract';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { clearDraft, readDraft, saveDraft } from '../../session/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { useStableCallback } from '../../ui/use-stable-callback.ts';
import type { UploadedPhoto } from './composed-photos.ts';
import { PhotoButtons } from './photo-buttons.tsx';
import { PhotoStrip } from './photo-strip.tsx';
import { isPhoto, type PhotoUploads } from './use-photo-uploads.ts';

const empty = { text: '' };
/** Characters that are left when their number is shown. */
const nearLimit = 200;

/**
 * Where a message is written. What is not sent is kept until the user signs out, also if the tab is
 * closed. Enter sends, where there is a keyboard; Shift and Enter begins a line. Photos are also added
 * by paste. A message whose photos are on their way is sent as soon as they have arrived.
 *
 * @param draft the name of the draft
 * @param uploads the photos of the message; without them it is a text only
 */
export function Composer({
  draft,
  pending = false,
  error,
  uploads,
  children,
  onSend,
  onTyping,
}: {
  draft: string;
  pending?: boolean;
  error?: string | undefined;
  uploads?: PhotoUploads | undefined;
  /** Shown below. */
  children?: ReactNode;
  /** Resolves to whether the message was taken over. */
  onSend: (text: string, photos: readonly UploadedPhoto[]) => boolean | Promise<boolean>;
  /** Called when the text has changed, and is not empty. */
  onTyping?: () => void;
}) {
  const [text, setText] = useState(() => readDraft(draft, empty, true).text);
  const [problem, setProblem] = useState<string>();
  const [isQueued, setIsQueued] = useState(false);
  const left = chatLimits.maxTextLength - text.length;
  const photos = uploads?.photos ?? [];
  const hasFailed = photos.some((photo) => photo.error);
  const isUploading = photos.some((photo) => !photo.uploaded && !photo.error);
  const isWaiting = isQueued && isUploading;

  const send = async () => {
    const isEmpty = text.trim() === '' && photos.length === 0;
    const refusal = isEmpty
      ? 'Write something first'
      : hasFailed
        ? 'Remove the photos that were not uploaded, then send again'
        : undefined;
    setProblem(refusal);
    if (refusal) return;
    const uploaded = photos.flatMap((photo) => photo.uploaded ?? []);
    if (!(await onSend(text, uploaded))) return;
    setText('');
    clearDraft(draft, true);
    uploads?.clear();
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (pending || isWaiting) return;
    setIsQueued(isUploading);
    if (!isUploading) void send();
  };
  const sendQueued = useStableCallback(() => {
    if (!isQueued) return;
    setIsQueued(false);
    void send();
  });
  useEffect(() => {
    if (!isUploading) sendQueued();
  }, [isUploading, sendQueued]);

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, nativeEvent } = event;
    if (key !== 'Enter' || shiftKey || nativeEvent.isComposing) return;
    // A keyboard on the screen has no other key for a new line.
    if (!matchMedia('(pointer: fine)').matches) return;
    event.preventDefault();
    submit();
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4">
      <TextArea
        label="Your message"
        rows={2}
        maxLength={chatLimits.maxTextLength}
        value={text}
        hint={left < nearLimit ? `${left} characters left` : undefined}
        error={problem ?? error}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setProblem(undefined);
          saveDraft(draft, { text: value }, true);
          if (value.trim() !== '') onTyping?.();
        }}
        onPaste={(event) => {
          const files = [...event.clipboardData.files].filter(isPhoto);
          if (!uploads || files.length === 0) return;
          event.preventDefault();
          uploads.add(files);
        }}
        onKeyDown={onKeyDown}
      />
      {uploads && <PhotoStrip uploads={uploads} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={pending || isWaiting}>
          <SendHorizontal className="size-4" aria-hidden="true" />
          Send
        </Button>
        {uploads && <PhotoButtons onAdd={uploads.add} />}
      </div>
      <p role="status" className={isWaiting ? 'mt-2 text-ink-soft text-sm' : 'sr-only'}>
        {isWaiting && 'Your message is sent as soon as its photos are uploaded.'}
      </p>
      {children}
    </form>
  );
}
