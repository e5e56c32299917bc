import { type MarketplaceRule, marketplaceRules, moderationLimits } from '@redial/contract';
import { href, Link } from 'react-router';
import { siteMeta } from '../layout/site-meta.ts';
import type { Route } from './+types/rules.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  siteMeta({
    title: 'Our rules | Redial',
    description:
      'The rules of Redial for listings, orders, messages and reviews, what happens when somebody breaks one, and how to appeal.',
    publicUrl: matches[0].loaderData.publicUrl,
    path: '/rules',
  });

/** A title for each rule, and what it means in practice. */
const explanations: Readonly<Record<MarketplaceRule, readonly [title: string, text: string]>> = {
  'honest-listing': [
    'Honest listings',
    'Use your own photos of this phone, mark every defect on the drawing, and state the battery and repairs as they are. If the phone changes, change the listing.',
  ],
  'own-phone': [
    'Your own phone',
    'A phone that is reported as lost or stolen, still belongs to a carrier, or is locked to somebody else’s account must not be sold.',
  ],
  'genuine-phone': [
    'Genuine phones',
    'Copies are not allowed. Replaced parts are fine if the listing names them.',
  ],
  'phones-only': [
    'One phone for each listing',
    'No accessories on their own, no bundles of phones, no placeholders, and nothing that the law forbids to sell.',
  ],
  'trade-on-redial': [
    'Trade stays on Redial',
    'Do not ask for money outside of Redial, and do not offer a lower price for it. Payments elsewhere are not protected, and most fraud begins with them.',
  ],
  'no-deception': [
    'No deception',
    'No false names, no invented payment problems, no codes or passwords asked for, no second account after a ban.',
  ],
  respect: ['Respect', 'Say no without insults. A threat can end an account at once.'],
  privacy: [
    'Privacy',
    'Phone numbers, addresses, mail addresses and links do not belong in listings and reviews. After the payment, buyer and seller see what they need.',
  ],
  'no-spam': [
    'No spam',
    'List a phone once. Do not send the same message to many people, and do not advertise other shops.',
  ],
  'honest-reviews': [
    'Honest reviews',
    'Write about your sale: the phone, the messages, the handover. Nobody pays for a review or asks for one in return for a refund.',
  ],
};

/** The rules that moderators decide by, each with an address of its own. */
export default function Rules() {
  return (
    <div className="page max-w-3xl! pt-10 lg:pt-14">
      <h1 className="text-3xl">Our rules</h1>
      <p className="mt-4 text-ink-soft text-lg">
        Every decision against a listing, a review or an account names one of these rules.
      </p>
      <ol className="mt-10 grid gap-8">
        {(Object.keys(explanations) as MarketplaceRule[]).map((rule) => (
          <li
            key={rule}
            id={rule}
            className="scroll-mt-24 rounded-lg target:bg-sunken target:p-4 target:outline-2 target:outline-accent"
          >
            <h2 className="text-xl">{explanations[rule][0]}</h2>
            <p className="mt-2 font-semibold">{marketplaceRules[rule]}</p>
            <p className="mt-1 text-ink-soft">{explanations[rule][1]}</p>
          </li>
        ))}
      </ol>
      <section aria-labelledby="consequences" className="mt-12">
        <h2 id="consequences" className="text-xl">
          When somebody breaks a rule
        </h2>
        <p className="mt-3">
          Report it: on the page of a phone, on a profile, beside a review, or in a conversation.
          Nobody else learns who reported. A person looks at every report. Depending on what
          happened, we ask for changes, hide or remove a listing or a review, take a verification
          away, or suspend or ban the account.
        </p>
        <p className="mt-3">
          Orders that are already under way go on to their end. What was paid and not handed over is
          refunded.
        </p>
      </section>
      <section aria-labelledby="appeals" className="mt-10">
        <h2 id="appeals" className="text-xl">
          If we were wrong
        </h2>
        <p className="mt-3">
          You get the rule, our reason and how long a decision lasts by mail and at{' '}
          <Link
            to={href('/dashboard/decisions')}
            className="font-semibold text-accent underline underline-offset-4"
          >
            Decisions
          </Link>{' '}
          in your dashboard. There you can appeal once within {moderationLimits.appealDays} days.
          Where possible, somebody else decides about the appeal.
        </p>
        <p className="mt-3">
          <Link
            to={href('/transparency')}
            className="font-semibold text-accent underline underline-offset-4"
          >
            How often we decide what, and how long it takes
          </Link>
        </p>
      </section>
    </div>
  );
}
