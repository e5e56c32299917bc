import {
  decideAppeal,
  type ModerationDecision,
  marketplaceRules,
  moderationLimits,
  releaseHeldBalance,
  reportReasonTexts,
} from '@redial/contract';
import { useId } from 'react';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import { TextDialogButton } from '../../ui/text-dialog.tsx';
import { appealLabels, decidedText, kindLabels, stateLabels } from './decision-texts.ts';

/** Decisions as admins read them. */
export function DecisionList({ decisions }: { decisions: readonly ModerationDecision[] }) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {decisions.map((decision) => (
        <li key={decision._id}>
          <DecisionCard decision={decision} />
        </li>
      ))}
    </ul>
  );
}

function DecisionCard({ decision }: { decision: ModerationDecision }) {
  const { kind, state, target, title, person, rule, message, note, reasons, appeal } = decision;
  const heading = useId();
  return (
    <article aria-labelledby={heading} className="rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-2">
        <Badge>{kindLabels[target.kind]}</Badge>
        <Badge tone={kind === 'dismiss' || state !== 'in-force' ? 'neutral' : 'bad'}>
          {decidedText(decision)}
        </Badge>
        {kind !== 'dismiss' && state !== 'in-force' && (
          <Badge tone="accent">{stateLabels[state]}</Badge>
        )}
        {appeal && <Badge tone="accent">{appealLabels[appeal.state]}</Badge>}
      </div>
      <h2 id={heading} className="wrap-anywhere mt-3 text-lg">
        {title}
      </h2>
      <p className="wrap-anywhere mt-1 text-ink-soft text-sm">
        {person && target.kind !== 'person' && (
          <>
            <bdi>{person.name}</bdi>,{' '}
          </>
        )}
        decided by <bdi>{decision.decidedBy ?? 'a former admin'}</bdi>
        {decision.isYours && ' (you)'}, {formatDateTime(decision.at)}
      </p>
      <dl className="mt-4 grid gap-3 text-sm">
        {rule && <Line label="Rule" text={marketplaceRules[rule]} />}
        {message && <Line label="Text" text={message} />}
        {note && <Line label="Note" text={note} />}
        {reasons.length > 0 && (
          <Line
            label="Reported as"
            text={reasons.map((reason) => reportReasonTexts[reason]).join(', ')}
          />
        )}
        {appeal && <Line label={`Appeal, ${formatDateTime(appeal.at)}`} text={appeal.text} />}
        {appeal?.answer && <Line label="Answer" text={appeal.answer} />}
      </dl>
      <Actions decision={decision} />
    </article>
  );
}

function Line({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <dt className="text-ink-soft">{label}</dt>
      <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
        {text}
      </dd>
    </div>
  );
}

function Actions({
  decision: { _id: id, title, appeal, balanceHeld, isYours },
}: {
  decision: ModerationDecision;
}) {
  const { mutate } = useMutation();
  const answer = (upheld: boolean) => (text: string) => {
    const request = { params: { id: appeal?._id ?? '' }, body: { upheld, answer: text } };
    const done = upheld ? 'The decision is reversed' : 'The decision stands';
    return mutate(call(decideAppeal, request), done);
  };
  const about = {
    field: 'What the person reads',
    required: 'Write what the person reads',
    maxLength: moderationLimits.answer,
  };
  return (
    <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
      {appeal?.state === 'open' && (
        <>
          {isYours && (
            <p className="w-full text-ink-soft text-sm">
              This was your decision: another admin or moderator decides about the appeal, if there
              is one.
            </p>
          )}
          <TextDialogButton
            label="Uphold the appeal"
            name={`Uphold the appeal: ${title}`}
            title="Uphold the appeal?"
            description="The decision is reversed. Orders that ended or were refunded stay as they are."
            variant="good"
            onSubmit={answer(true)}
            {...about}
          />
          <TextDialogButton
            label="Let the decision stand"
            name={`Let the decision stand: ${title}`}
            title="Let the decision stand?"
            description="A decision can be appealed against once."
            onSubmit={answer(false)}
            {...about}
          />
        </>
      )}
      {balanceHeld && (
        <TextDialogButton
          label="Release the balance"
          name={`Release the balance: ${title}`}
          title="Release the balance?"
          description="The seller can then pay out, although sales or disputes may be open."
          field="Reason, for the audit log"
          required="Give a reason for the audit log"
          maxLength={moderationLimits.reason}
          onSubmit={(reason) =>
            mutate(
              call(releaseHeldBalance, { params: { id }, body: { reason } }),
              'The balance is released',
            )
          }
        />
      )}
    </div>
  );
}
