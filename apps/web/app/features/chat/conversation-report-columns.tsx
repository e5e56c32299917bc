import {
  type ConversationReport,
  closeConversationReport,
  conversationPath,
  reportReasonTexts,
} from '@redial/contract';
import { Link } from 'react-router';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import type { Column } from '../../ui/table.tsx';
import { deletedAccount } from './chat-texts.ts';

const nameOf = (person: ConversationReport['buyer']) => (
  <bdi className="wrap-anywhere">{person?.name ?? deletedAccount}</bdi>
);

/** Columns of the list of reported conversations. */
export const conversationReportColumns: readonly Column<ConversationReport>[] = [
  {
    label: 'Phone',
    kind: 'heading',
    cell: ({ conversationId, productName }) => (
      <Link
        to={conversationPath(conversationId)}
        className="wrap-anywhere rounded-sm underline-offset-4 hover:underline"
      >
        {productName}
      </Link>
    ),
  },
  {
    label: 'Reason',
    cell: ({ category, reason }) => (
      <span>
        {category !== 'unspecified' && (
          <span className="block font-semibold">{reportReasonTexts[category]}</span>
        )}
        <span dir="auto" className="wrap-anywhere block whitespace-pre-line">
          {reason || 'Deleted with the account'}
        </span>
      </span>
    ),
  },
  { label: 'Reported by', cell: ({ reportedBy, ...people }) => nameOf(people[reportedBy]) },
  { label: 'Buyer', cell: ({ buyer }) => nameOf(buyer) },
  { label: 'Seller', cell: ({ seller }) => nameOf(seller) },
  {
    label: 'Reported',
    cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
  },
  { label: 'Close', kind: 'action', cell: (report) => <CloseReport report={report} /> },
];

function CloseReport({ report: { _id: id, productName } }: { report: ConversationReport }) {
  const { mutate } = useMutation();
  return (
    <ConfirmButton
      label="Close"
      name={`Close the report about ${productName}`}
      title="Close this report?"
      action="Close report"
      pendingLabel="Closing"
      cancel="Leave it open"
      onConfirm={() =>
        mutate(call(closeConversationReport, { params: { id } }), 'The report is closed')
      }
    >
      Without an open report, the conversation cannot be read by admins any more.
    </ConfirmButton>
  );
}
