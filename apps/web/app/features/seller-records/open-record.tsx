import type { SellerRecord } from '@redial/contract';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const RecordDialog = lazyDialog(async () => (await import('./record-dialog.tsx')).RecordDialog);

/** Opens a seller record in a dialog, after the admin gave a reason. */
export function OpenRecord({ record: { _id: id } }: { record: SellerRecord }) {
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size="small"
        aria-label={`Open the record of ${id}`}
        onClick={() => setOpen(true)}
      >
        Open
      </Button>
      <RecordDialog
        id={id}
        open={open}
        onClose={() => setOpen(false)}
        onOpened={() => void revalidate()}
      />
    </>
  );
}
