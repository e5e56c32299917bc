import { type ChatStep, type Conversation, chatStepLink, describeChatStep } from '@redial/contract';
import { Link } from 'react-router';
import { formatTimeOfDay } from './chat-texts.ts';

/** A step of an offer or an order between the messages, with a link to it for the two people. */
export function ChatStepLine({
  step,
  at,
  role,
}: {
  step: ChatStep;
  at: string;
  role: Conversation['role'];
}) {
  const { path, label } = chatStepLink(step);
  return (
    <p className="wrap-anywhere mx-auto max-w-[90%] text-balance text-center text-ink-soft text-sm">
      {describeChatStep(step, role)}{' '}
      {role !== 'admin' && (
        <Link
          to={path}
          className="rounded-sm font-semibold text-accent underline underline-offset-4 hover:no-underline"
        >
          {label}
        </Link>
      )}{' '}
      <time dateTime={at} className="figures block text-xs">
        {formatTimeOfDay(at)}
      </time>
    </p>
  );
}
