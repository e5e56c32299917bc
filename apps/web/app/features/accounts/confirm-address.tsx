import { MailCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { readReturnTo, withReturnTo } from '../../session/return-to.ts';
import { ButtonLink } from '../../ui/button.tsx';

/** Shown after a sign-up whose address must be confirmed, and after one with a known address alike. */
export function ConfirmAddress({ email }: { email: string }) {
  const { search } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div role="status">
      <MailCheck className="size-8 text-accent" aria-hidden="true" />
      <h2 ref={heading} tabIndex={-1} className="mt-4 text-xl outline-none">
        Look into your mailbox
      </h2>
      <p className="wrap-anywhere mt-3 text-ink-soft">
        We have sent a mail to {email}. Open its link to confirm your address, then sign in with the
        password that you have just chosen.
      </p>
      <p className="mt-3 text-ink-soft text-sm">
        Nothing there? It may take a minute, or be in the folder for spam. Signing in sends the link
        again.
      </p>
      <ButtonLink to={withReturnTo('/login', readReturnTo(search))} className="mt-6">
        Sign In
      </ButtonLink>
    </div>
  );
}
