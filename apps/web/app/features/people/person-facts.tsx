import { formatSignedPrice, type PersonDetails } from '@redial/contract';
import type { ReactNode } from 'react';
import { Badge, VerifiedBadge } from '../../ui/badge.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import { EmailAddress } from '../../ui/email-address.tsx';
import { Panel } from '../../ui/panel.tsx';

/** The state of the account, in badges. */
export function PersonBadges({ person }: { person: PersonDetails }) {
  const { role, staffRole, varified, suspended, deletedAt } = person;
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Badge tone="accent">
        <span className="capitalize">{staffRole ?? role}</span>
      </Badge>
      {varified && <VerifiedBadge />}
      {suspended && <Badge tone="bad">Suspended</Badge>}
      {deletedAt !== null && <Badge tone="bad">Deleted account</Badge>}
    </p>
  );
}

/** The account, how its owner signs in and, for admins, the balance. */
export function PersonFacts({ person }: { person: PersonDetails }) {
  const { email, emailVerified, signedUpAt, deletedAt, signIn, money } = person;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
      <Panel title="Account">
        <dl className="grid gap-2 text-sm">
          <Fact name="Email">
            <EmailAddress email={email} />
          </Fact>
          <Fact name="Address">{emailVerified ? 'Confirmed' : 'Not confirmed'}</Fact>
          <Fact name="Signed up">{formatDateTime(signedUpAt)}</Fact>
          {deletedAt !== null && <Fact name="Deleted">{formatDateTime(deletedAt)}</Fact>}
          <Fact name="Id">{person._id}</Fact>
          {money && (
            <>
              <Fact name="Balance">{formatSignedPrice(money.balance)}</Fact>
              <Fact name="Payout account">{money.payoutAccount ?? 'None'}</Fact>
              {money.heldBy !== null && (
                <Fact name="Payouts">Held while sales or disputes are open</Fact>
              )}
            </>
          )}
        </dl>
      </Panel>
      {signIn && (
        <Panel title="Sign-in">
          <dl className="grid gap-2 text-sm">
            <Fact name="Ways">{signIn.methods.join(', ') || 'None'}</Fact>
            <Fact name="Two-factor sign-in">{signIn.twoFactor ? 'On' : 'Off'}</Fact>
            <Fact name="Passkeys">{signIn.passkeys}</Fact>
          </dl>
          <h3 className="mt-4 mb-2 font-semibold text-sm">Sessions</h3>
          {signIn.sessions.length === 0 ? (
            <p className="text-ink-soft text-sm">Not signed in anywhere</p>
          ) : (
            <ul className="grid gap-2 text-sm">
              {signIn.sessions.map(({ startedAt, lastUsedAt, device, network }) => (
                <li key={`${startedAt} ${device}`}>
                  {device}
                  <span className="wrap-anywhere block text-ink-soft text-xs">
                    Last used {formatDateTime(lastUsedAt)}, {network ?? 'unknown network'}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere min-w-0 text-right">{children}</dd>
    </div>
  );
}
