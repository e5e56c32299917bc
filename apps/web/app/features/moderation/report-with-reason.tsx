import type { NewReport } from '@redial/contract';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { recordReported, useReported } from './reported.ts';

const ReportDialog = lazyDialog(async () => (await import('./report-dialog.tsx')).ReportDialog);

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
  const reported = useReported(target.id);
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
        onReported={() => recordReported(target.id)}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
