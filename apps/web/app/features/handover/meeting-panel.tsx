import {
  acceptMeeting,
  type Handover,
  type Meeting,
  proposeMeeting,
  shareMeeting,
} from '@redial/contract';
import { CalendarPlus, Share2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { href, Link } from 'react-router';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { formatMeetingTime } from '../../ui/date-time.ts';
import { focusInvalid, TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { meetingCalendar } from './meeting-calendar.ts';

/** Where and when to meet, for the time without a connection. */
export function OfflineMeetingPanel({ data }: { data: Handover }) {
  const { meeting } = data;
  if (!meeting) return null;
  return (
    <Panel title="Meeting">
      <MeetingText meeting={meeting} />
      <CalendarButton className="mt-3" data={data} meeting={meeting} />
    </Panel>
  );
}

/** Proposing, accepting and sharing a meeting. */
export function MeetingPanel({ data }: { data: Handover }) {
  const { meeting, proposal, viewer, orderId } = data;
  const { mutate, pending } = useMutation();
  const accept = (id: string) =>
    mutate(
      call(acceptMeeting, { params: { id: orderId }, body: { meetingId: id } }),
      'You will meet',
    );
  return (
    <Panel title="Meeting">
      {meeting && (
        <>
          <MeetingText meeting={meeting} />
          <AgreedActions data={data} meeting={meeting} />
        </>
      )}
      {proposal && (
        <div className="mt-4 rounded-md bg-sunken p-4">
          <p className="mb-2 font-semibold text-sm">
            {proposal.by === viewer ? 'You proposed' : `${data.otherName} proposes`}
          </p>
          <MeetingText meeting={proposal} />
          {proposal.by !== viewer && (
            <Button
              className="mt-3 w-full sm:w-auto"
              pending={pending}
              onClick={() => accept(proposal._id)}
            >
              Accept
            </Button>
          )}
        </div>
      )}
      {!meeting && !proposal && <p>Agree on a public place and a time.</p>}
      <details className="mt-4" open={!meeting && !proposal}>
        <summary className="cursor-pointer font-semibold">
          {meeting || proposal ? 'Propose something else' : 'Propose a meeting'}
        </summary>
        <ProposalForm orderId={orderId} />
      </details>
      <p className="mt-4 text-ink-soft text-sm">
        Meet in a public, well-lit place, tell a friend, and leave at the first odd sign.{' '}
        <Link
          to={href('/safety')}
          className="font-semibold text-accent underline underline-offset-4"
        >
          More advice
        </Link>
      </p>
    </Panel>
  );
}

const MeetingText = ({ meeting }: { meeting: Meeting }) => (
  <p>
    <strong className="wrap-anywhere block" dir="auto">
      {meeting.place}
    </strong>
    <time dateTime={meeting.at}>{formatMeetingTime(meeting)}</time>
  </p>
);

function AgreedActions({ data, meeting }: { data: Handover; meeting: Meeting }) {
  const [link, setLink] = useState<string>();
  const [pending, setPending] = useState(false);
  const share = async () => {
    setPending(true);
    const result = await call(shareMeeting, { params: { id: data.orderId } });
    setPending(false);
    if (result.ok) {
      setLink(location.origin + href('/meetings/:token', { token: result.value.token }));
    } else toast.error(result.error.message);
  };
  return (
    <div className="mt-3 grid gap-3">
      <span className="flex flex-wrap gap-3">
        <CalendarButton data={data} meeting={meeting} />
        <Button variant="outline" size="small" pending={pending} onClick={share}>
          <Share2 className="size-4" aria-hidden="true" />
          Link for a friend
        </Button>
      </span>
      {link && (
        <TextField
          label="Send this link to a friend"
          hint="It shows place, time and names, and ends a day after the meeting."
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </div>
  );
}

/** Saves the meeting as a file that calendars open. */
function CalendarButton({
  data,
  meeting,
  className,
}: {
  data: Handover;
  meeting: Meeting;
  className?: string;
}) {
  const save = () => {
    const text = meetingCalendar(data, meeting, location.origin);
    const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }));
    const anchor = Object.assign(document.createElement('a'), {
      href: url,
      download: 'meeting.ics',
    });
    anchor.click();
    // Some browsers read it only after the click.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  return (
    <Button variant="outline" size="small" className={className} onClick={save}>
      <CalendarPlus className="size-4" aria-hidden="true" />
      Add to calendar
    </Button>
  );
}

function ProposalForm({ orderId }: { orderId: string }) {
  const { mutate, pending } = useMutation();
  const [place, setPlace] = useState('');
  const [at, setAt] = useState('');
  const [isTried, setIsTried] = useState(false);
  const propose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setIsTried(true);
    if (!place.trim() || !at) return focusInvalid(event.currentTarget);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const body = { place, at: new Date(at).toISOString(), timeZone };
    mutate(call(proposeMeeting, { params: { id: orderId }, body }), 'Your proposal is sent');
  };
  return (
    <form noValidate onSubmit={propose} className="mt-3">
      <TextField
        label="Place"
        hint="Such as: Gare de Lyon, main hall, below the clock"
        maxLength={200}
        value={place}
        error={isTried && !place.trim() ? 'Say where to meet' : undefined}
        onChange={(event) => setPlace(event.currentTarget.value)}
      />
      <TextField
        label="Date and time"
        type="datetime-local"
        value={at}
        error={isTried && !at ? 'Choose date and time' : undefined}
        onChange={(event) => setAt(event.currentTarget.value)}
      />
      <Button type="submit" variant="outline" pending={pending} className="w-full sm:w-auto">
        Propose
      </Button>
    </form>
  );
}
