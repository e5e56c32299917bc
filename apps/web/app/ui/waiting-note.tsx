import { Badge } from './badge.tsx';

/** What the reader should know of something that is sent later. */
export interface WaitingTexts {
  /** Without a connection. */
  readonly connection: string;
  /** With one, while the server does not take it. */
  readonly server: string;
  /** What happens meanwhile. */
  readonly meanwhile: string;
}

const labels = { connection: 'Waiting for a connection', server: 'Waiting for Redial' } as const;

/**
 * What something that is to be sent waits for.
 *
 * @param seconds until the next attempt, at the latest.
 */
export function WaitingNote({
  waiting: { reason, seconds },
  texts,
}: {
  waiting: { readonly reason: keyof typeof labels; readonly seconds: number };
  texts: WaitingTexts;
}) {
  return (
    <div>
      <p role="status">
        <Badge tone="accent">{labels[reason]}</Badge>
        <span className="mt-2 block">{texts[reason]}</span>
      </p>
      <p className="mt-1 text-ink-soft text-sm">
        The next attempt is in {seconds === 1 ? 'a second' : `${seconds} seconds`} at the latest.{' '}
        {texts.meanwhile}
      </p>
    </div>
  );
}
