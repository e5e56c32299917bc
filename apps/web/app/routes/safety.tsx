import { inspectionSteps } from '@redial/contract';
import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { siteMeta } from '../layout/site-meta.ts';
import type { Route } from './+types/safety.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  siteMeta({
    title: 'Meeting safely | Redial',
    description:
      'How to buy and sell a used phone in person: where to meet, what to check before you hand over, and how Redial holds the money.',
    publicUrl: matches[0].loaderData.publicUrl,
    path: '/safety',
  });

/** Advice for buyers and sellers who hand a phone over in person. */
export default function Safety() {
  return (
    <div className="page max-w-3xl! pt-10 lg:pt-14">
      <h1 className="text-3xl">Meeting safely</h1>
      <p className="mt-4 text-ink-soft text-lg">
        Most phones change hands without trouble. A few habits keep it that way, for both sides.
      </p>
      <Advice id="before" title="Before you meet">
        <li>Pay through Redial. We hold the money until the phone has changed hands.</li>
        <li>
          Write in <TextLink to={href('/dashboard/messages')}>your messages on Redial</TextLink>. If
          something goes wrong, what was said is there.
        </li>
        <li>
          Nobody needs your password, a code from a mail, or a deposit to show you a phone. Anybody
          who asks for one wants to cheat you.
        </li>
        <li>
          Does the seller name the IMEI? <TextLink to={href('/imei')}>Check it</TextLink>: it shows
          whether the phone was reported as lost or stolen here.
        </li>
      </Advice>
      <Advice id="place" title="Where and when">
        <li>Meet by day, in a place with people: a café, a bank, the lobby of a police station.</li>
        <li>Do not go to a stranger’s home, and do not invite one to yours.</li>
        <li>
          Bring somebody, or send a friend the link of the meeting: it shows place and time, without
          an account.
        </li>
        <li>A place with power and Wi-Fi makes it easier to try the phone.</li>
      </Advice>
      <Advice id="check" title="What to check">
        {inspectionSteps.map(({ key, label, how }) => (
          <li key={key}>
            <strong>{label}.</strong> {how}
          </li>
        ))}
      </Advice>
      <Advice id="hand-over" title="Handing over">
        <li>
          Each of you has a six-digit code on the page of the order. Show yours only when the buyer
          holds the phone and everything is fine. Never send it by phone, mail or message.
        </li>
        <li>Sellers: remove your SIM card and sign out of all accounts before you hand it over.</li>
        <li>Buyers: bring no cash. The price is paid already.</li>
        <li>
          After the meeting the buyer still has some time to try the phone, and to open a dispute,
          before the seller is paid.
        </li>
      </Advice>
      <Advice id="wrong" title="If something feels wrong">
        <li>Leave. You owe nobody a deal, and without the codes nobody is paid.</li>
        <li>Report the listing on its page, or the conversation in your messages.</li>
        <li>If you are in danger, call the police first.</li>
      </Advice>
    </div>
  );
}

function Advice({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <ul className="mt-3 grid list-disc gap-2 pl-5">{children}</ul>
    </section>
  );
}

const TextLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="font-semibold text-accent underline underline-offset-4">
    {children}
  </Link>
);
