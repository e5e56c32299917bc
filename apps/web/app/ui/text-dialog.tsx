import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { TextArea } from './field.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

const Dialog = lazyDialog(async () => (await import('./dialog.tsx')).Dialog);

/**
 * A button that opens a dialog with one text to write.
 *
 * @param onSubmit sends it. @returns whether it worked, which closes the dialog
 */
export function TextDialogButton({
  label,
  name,
  title,
  description,
  field,
  required,
  maxLength,
  variant = 'outline',
  action = label,
  danger = false,
  onSubmit,
}: {
  label: string;
  /** Of the button for screen readers, where there are several. */
  name?: string;
  title: string;
  description: ReactNode;
  field: string;
  /** Shown if the text is empty. */
  required: string;
  maxLength: number;
  variant?: 'accent' | 'outline' | 'good';
  /** The label of the button that sends the text; by default that of the first one. */
  action?: string;
  /** Whether it deletes something. */
  danger?: boolean;
  onSubmit: (text: string) => Promise<boolean>;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (text.trim() === '') return setError(required);
    setPending(true);
    const isSent = await onSubmit(text);
    setPending(false);
    if (isSent) setIsOpen(false);
  };
  return (
    <>
      <Button
        variant={variant}
        size="small"
        aria-haspopup="dialog"
        {...(name ? { 'aria-label': name } : {})}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={title}
        description={description}
      >
        <form noValidate onSubmit={submit} className="mt-5">
          <TextArea
            label={field}
            rows={5}
            maxLength={maxLength}
            value={text}
            error={error}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setError(undefined);
            }}
          />
          <Button
            type="submit"
            size="large"
            {...(danger ? { variant: 'danger' } : {})}
            pending={pending}
            pendingLabel={danger ? 'Removing' : 'Sending'}
          >
            {action}
          </Button>
        </form>
      </Dialog>
    </>
  );
}
