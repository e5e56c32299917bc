import { chatLimits } from '@redial/contract';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { clearDraft, readDraft, saveDraft } from '../../session/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';

const empty = { text: '' };
/** Characters that are left when their number is shown. */
const nearLimit = 200;

/**
 * Where a message is written. What is not sent is kept until the user signs out, also if the tab is
 * closed. Enter sends, where there is a keyboard; Shift and Enter begins a line.
 *
 * @param draft the name of the draft
 */
export function Composer({
  draft,
  pending = false,
  error,
  onSend,
  onTyping,
}: {
  draft: string;
  pending?: boolean;
  error?: string | undefined;
  /** Resolves to whether the message was taken over. */
  onSend: (text: string) => boolean | Promise<boolean>;
  /** Called when the text has changed, and is not empty. */
  onTyping?: () => void;
}) {
  const [text, setText] = useState(() => readDraft(draft, empty, true).text);
  const [isEmpty, setIsEmpty] = useState(false);
  const left = chatLimits.maxTextLength - text.length;
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (pending) return;
    setIsEmpty(text.trim() === '');
    if (text.trim() === '' || !(await onSend(text))) return;
    setText('');
    clearDraft(draft, true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, nativeEvent } = event;
    if (key !== 'Enter' || shiftKey || nativeEvent.isComposing) return;
    // A keyboard on the screen has no other key for a new line.
    if (!matchMedia('(pointer: fine)').matches) return;
    event.preventDefault();
    void submit();
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4">
      <TextArea
        label="Your message"
        rows={2}
        maxLength={chatLimits.maxTextLength}
        value={text}
        hint={left < nearLimit ? `${left} characters left` : undefined}
        error={isEmpty ? 'Write something first' : error}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setIsEmpty(false);
          saveDraft(draft, { text: value }, true);
          if (value.trim() !== '') onTyping?.();
        }}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" pending={pending}>
        <SendHorizontal className="size-4" aria-hidden="true" />
        Send
      </Button>
    </form>
  );
}
