import { cx } from './cx.ts';

/** An e-mail address that preferably wraps after its @. */
export function EmailAddress({ email, className }: { email: string; className?: string }) {
  const at = email.indexOf('@') + 1;
  return (
    <span className={cx('wrap-anywhere text-ink-soft', className)}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
