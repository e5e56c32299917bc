import {
  acceptDisputeProposal,
  addDisputeMessage,
  addDisputeProposal,
  type Dispute,
  type DisputeMessage,
  type DisputePhoto,
  describeMark,
  disputeLimits,
  dollarsLeft,
  formatPrice,
} from '@redial/contract';
import { type FormEvent, type ReactNode, useState } from 'react';
import { href, Link } from 'react-router';
import { call } from '../../session/call.ts';
import { useDraft } from '../../session/use-draft.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import { focusInvalid, TextArea } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { describeResolution, partyLabels, reasonLabels } from './dispute-texts.ts';
import { OrderedListing } from './ordered-listing.tsx';
import { type ChosenPhoto, PhotoField } from './photo-field.tsx';
import { ResolutionForm } from './resolution-form.tsx';

/** A dispute as both parties and admins see it. */
export function DisputeView({ dispute, decision }: { dispute: Dispute; decision: ReactNode }) {
  const { viewer, status } = dispute;
  const { mutate } = useMutation();
  const isParty = viewer !== 'admin';
  const params = { id: dispute._id };
  // A chargeback may have ended the dispute, with proposals that nobody can accept any more.
  const open = dispute.proposals.filter(({ state }) => state === 'open' && status === 'open');
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-6">
        <Status dispute={dispute} />
        {open.length > 0 && (
          <Panel title="Proposals">
            <ul className="grid gap-4">
              {open.map((proposal) => (
                <li key={proposal._id} className="grid gap-2">
                  <p>
                    <strong>{proposal.by === viewer ? 'You' : partyLabels[proposal.by]}:</strong>{' '}
                    {describeResolution(proposal.kind, proposal.refund, dispute)}
                  </p>
                  {isParty && proposal.by !== viewer && (
                    <span>
                      <ConfirmButton
                        label="Accept"
                        name={`Accept: ${describeResolution(proposal.kind, proposal.refund, dispute)}`}
                        variant="accent"
                        title="Accept this proposal?"
                        action="Accept"
                        cancel="Not yet"
                        confirmVariant="accent"
                        pendingLabel="Accepting"
                        onConfirm={() =>
                          mutate(
                            call(acceptDisputeProposal, {
                              params: { ...params, proposalId: proposal._id },
                            }),
                            'You agree: the dispute is settled',
                          )
                        }
                      >
                        {describeResolution(proposal.kind, proposal.refund, dispute)}. This cannot
                        be undone.
                      </ConfirmButton>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </Panel>
        )}
        <Panel title="What each side says">
          <ol className="grid gap-5">
            <Entry
              by={dispute.reason === 'handover-unconfirmed' ? 'admin' : 'buyer'}
              name={dispute.reason === 'handover-unconfirmed' ? 'Redial' : dispute.buyerName}
              at={dispute.openedAt}
              text={dispute.text}
              photos={dispute.photos}
            >
              {dispute.defects.length > 0 && (
                <p className="mt-1 text-sm">
                  Not in the listing: {dispute.defects.map(describeMark).join('; ')}
                </p>
              )}
            </Entry>
            {dispute.messages.map((message) => (
              <MessageEntry key={message._id} message={message} dispute={dispute} />
            ))}
          </ol>
          {isParty && status !== 'closed' && <MessageForm dispute={dispute} />}
        </Panel>
        {isParty && status === 'open' && (
          <Panel title="Propose a solution">
            <ResolutionForm
              dispute={dispute}
              withReason={false}
              action="Propose"
              onSubmit={({ kind, refund }) =>
                mutate(
                  call(addDisputeProposal, {
                    params,
                    body: { kind, ...(refund === undefined ? {} : { refund }) },
                  }),
                  'Your proposal is sent',
                )
              }
            />
          </Panel>
        )}
        {viewer === 'admin' && status === 'open' && <Panel title="Decide">{decision}</Panel>}
      </div>
      <Panel title="As it was ordered">
        <OrderedListing listing={dispute.listing} />
        <p className="mt-4">
          <ButtonLink
            variant="outline"
            size="small"
            to={href('/dashboard/orders/:id/self-tests', { id: dispute.orderId })}
          >
            Compare the self-tests
          </ButtonLink>
        </p>
      </Panel>
    </div>
  );
}

function Status({ dispute }: { dispute: Dispute }) {
  const { status, viewer, dueFor, dueAt, resolutions, orderId } = dispute;
  const last = resolutions.at(-1);
  return (
    <Panel title={reasonLabels[dispute.reason]}>
      {status === 'open' ? (
        <>
          <p className="mb-2 flex flex-wrap gap-2">
            <Badge tone={dispute.overdue ? 'bad' : 'accent'}>
              {dispute.overdue ? 'Overdue' : 'Open'}
            </Badge>
            {dispute.escalatedAt && <Badge tone="bad">Redial decides</Badge>}
            {dispute.chargebackOpen && <Badge tone="bad">Chargeback open</Badge>}
          </p>
          <p>
            {formatPrice(dollarsLeft(dispute))} is held by Redial until the dispute is settled.{' '}
            {dueFor === 'admin'
              ? `Redial has been asked to decide on ${formatDateTime(dueAt ?? '')}.`
              : dueAt &&
                `${dueFor === viewer ? 'You have' : dueFor ? `The ${dueFor} has` : 'Both have'} until ${formatDateTime(dueAt)} to answer, then Redial is asked to decide.`}{' '}
            The time for the dispute {dispute.overdue ? 'ended' : 'ends'} on{' '}
            {formatDateTime(dispute.endsAt)}.
          </p>
        </>
      ) : last ? (
        <>
          <p>
            <strong>{last.by === 'agreement' ? 'Agreed' : 'Decided'}:</strong>{' '}
            {describeResolution(last.kind, last.refund)}.
          </p>
          {status === 'closed' && last.kind === 'return-and-refund' && (
            <p className="mt-2">
              {dollarsLeft(dispute) > 0
                ? 'The phone was not sent back in time, so the seller was paid.'
                : 'The return has ended, and the buyer was refunded.'}
            </p>
          )}
          {last.reason && (
            <blockquote className="mt-2 border-line-strong border-l-4 pl-4">
              {last.reason}
            </blockquote>
          )}
          <p className="mt-1 text-ink-soft text-sm">{formatDateTime(last.at)}</p>
        </>
      ) : (
        <p>
          The dispute ended when the buyer got the money back: by a chargeback, or by a refund at
          the card provider.
        </p>
      )}
      {status === 'returning' && viewer !== 'admin' && (
        <ButtonLink className="mt-4" to={href('/dashboard/orders/:id/return', { id: orderId })}>
          Go to the return
        </ButtonLink>
      )}
    </Panel>
  );
}

const MessageEntry = ({ message, dispute }: { message: DisputeMessage; dispute: Dispute }) => (
  <Entry
    by={message.by}
    name={message.by === 'buyer' ? dispute.buyerName : dispute.sellerName}
    at={message.at}
    text={message.text}
    photos={message.photos}
  >
    {message.kind === 'return-refused' && <Badge tone="bad">Return refused</Badge>}
  </Entry>
);

function Entry({
  by,
  name,
  at,
  text,
  photos,
  children,
}: {
  by: keyof typeof partyLabels;
  name: string;
  at: string;
  text: string;
  photos: readonly DisputePhoto[];
  children?: ReactNode;
}) {
  return (
    <li className="min-w-0">
      <p className="text-ink-soft text-sm">
        <strong className="wrap-anywhere text-ink">
          <bdi>{name}</bdi>
        </strong>{' '}
        {by !== 'admin' && `(${partyLabels[by]})`}, {formatDateTime(at)}
      </p>
      <p className="wrap-anywhere whitespace-pre-line" dir="auto">
        {text}
      </p>
      {children}
      {photos.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {photos.map((photo, index) => (
            <li key={photo._id}>
              <a href={photo.img} target="_blank" rel="noreferrer">
                <img
                  src={photo.img}
                  alt={`By ${name}, ${index + 1}`}
                  className="size-24 rounded-md border border-line object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function MessageForm({ dispute }: { dispute: Dispute }) {
  const { mutate, pending } = useMutation();
  const {
    draft: { text },
    change,
    clear,
  } = useDraft(`dispute-message:${dispute._id}`, { text: '' });
  const [error, setError] = useState<string>();
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>([]);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const isEmpty = text.trim() === '';
    setError(isEmpty ? 'Write your message' : undefined);
    if (isEmpty) return focusInvalid(event.currentTarget);
    const body = { text, photos: photos.map(({ id }) => id) };
    const sent = await mutate(
      call(addDisputeMessage, { params: { id: dispute._id }, body }),
      'Your message is sent',
    );
    if (!sent) return;
    clear();
    setPhotos([]);
  };
  return (
    <form noValidate onSubmit={send} className="mt-6">
      <TextArea
        label="Your message"
        rows={3}
        required
        maxLength={disputeLimits.maxTextLength}
        value={text}
        error={error}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <PhotoField orderId={dispute.orderId} photos={photos} onChange={setPhotos} />
      <Button type="submit" variant="outline" pending={pending}>
        Send
      </Button>
    </form>
  );
}

/** Links a dispute in lists. */
export const DisputeLink = ({ id, name }: { id: string; name: string }) => (
  <Link
    to={href('/disputes/:id', { id })}
    className="rounded-sm underline-offset-4 hover:underline"
  >
    {name}
  </Link>
);
