import type { NewReport } from '@redial/contract';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const ReportDialog = lazyDialog(async () => (await import('./report-dialog.tsx')).ReportDialog);

/** What was reported from this page, so that the buttons stay that way. */
const reportedIds = new Set<string>();

/**
 * A button that asks for a reason and reports a listing, a person or a review.
 *
 * @param name of the button for screen readers, where there are several.
 */
export function ReportWithReason({
  target,
  name,
  disabled = false,
}: {
  target: NewReport['target'];
  name?: string;
  disabled?: boolean;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [reportedId, setReportedId] = useState<string>();
  const reported = reportedId === target.id || reportedIds.has(target.id);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-haspopup="dialog"
        {...(name && !reported ? { 'aria-label': name } : {})}
        disabled={disabled || reported}
        onClick={() => setIsOpen(true)}
      >
        <Flag className="size-4" aria-hidden="true" />
        {reported ? 'Reported' : 'Report'}
      </Button>
      <ReportDialog
        key={target.id}
        open={isOpen}
        target={target}
        onReported={() => {
          reportedIds.add(target.id);
          setReportedId(target.id);
        }}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
