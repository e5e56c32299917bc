import {
  answerDecision,
  appealDecision,
  marketplaceRules,
  moderationLimits,
  type OwnDecision,
} from '@redial/contract';
import { useId } from 'react';
import { href, Link } from 'react-router';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import { TextDialogButton } from '../../ui/text-dialog.tsx';
import { appealLabels, decidedText, stateLabels } from './decision-texts.ts';

/** The decisions about the viewer: why, until when, and how to appeal. */
export function OwnDecisions({ decisions }: { decisions: readonly OwnDecision[] }) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {decisions.map((decision) => (
        <li key={decision._id}>
          <OwnDecisionCard decision={decision} />
        </li>
      ))}
    </ul>
  );
}

function OwnDecisionCard({ decision }: { decision: OwnDecision }) {
  const { _id: id, kind, state, target, title, rule, message, until, appeal, at } = decision;
  const { mutate, pending } = useMutation();
  const heading = useId();
  return (
    <article aria-labelledby={heading} className="rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={state === 'in-force' ? 'bad' : 'neutral'}>{decidedText(decision)}</Badge>
        {state !== 'in-force' && <Badge tone="accent">{stateLabels[state]}</Badge>}
        {appeal && <Badge tone="accent">{appealLabels[appeal.state]}</Badge>}
      </div>
      <h2 id={heading} className="wrap-anywhere mt-3 text-lg">
        {target.kind === 'person' ? 'Your account' : title}
      </h2>
      <p className="mt-1 text-ink-soft text-sm">
        {formatDateTime(at)}
        {until && state === 'in-force' && `, until ${formatDateTime(until)}`}
      </p>
      <p dir="auto" className="wrap-anywhere mt-3 whitespace-pre-line">
        {message}
      </p>
      {rule && (
        <p className="mt-2 text-ink-soft text-sm">
          Our rule:{' '}
          <Link to={`${href('/rules')}#${rule}`} className="text-ink underline underline-offset-4">
            {marketplaceRules[rule]}
          </Link>
        </p>
      )}
      {appeal && (
        <div className="mt-4 border-line border-t pt-4 text-sm">
          <p className="text-ink-soft">Your appeal, {formatDateTime(appeal.at)}</p>
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {appeal.text}
          </p>
          <p className="wrap-anywhere mt-2 whitespace-pre-line">
            {appeal.answer ?? 'We have not decided about it yet.'}
          </p>
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {kind === 'changes' && state === 'in-force' && (
          <>
            <ButtonLink
              to={href('/dashboard/myproducts/:id', { id: target.id })}
              variant="outline"
              size="small"
            >
              Change the listing
            </ButtonLink>
            <Button
              variant="accent"
              size="small"
              pending={pending}
              onClick={() =>
                mutate(
                  call(answerDecision, { params: { id } }),
                  'Thank you. We look at the listing again.',
                )
              }
            >
              I have made the changes
            </Button>
          </>
        )}
        {decision.canAppealUntil && (
          <TextDialogButton
            label="Appeal"
            name={`Appeal: ${title}`}
            title="Appeal against this decision"
            description={`Once, until ${formatDateTime(decision.canAppealUntil)}. Where possible, somebody else decides about it.`}
            field="Why is the decision wrong?"
            required="Say why the decision is wrong"
            maxLength={moderationLimits.appeal}
            onSubmit={(text) =>
              mutate(
                call(appealDecision, { params: { id }, body: { text } }),
                'Your appeal is with us',
              )
            }
          />
        )}
      </div>
    </article>
  );
}
