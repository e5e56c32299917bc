import { useRevalidator } from 'react-router';
import { useLiveUpdates } from './live-events.ts';

/**
 * Loads the data of the page again when the signed-in user is notified of something, such as a payment of
 * the order that is shown. Not while a dialog is open: the button that opened it could go.
 */
export function useLivePage(): void {
  const { revalidate } = useRevalidator();
  useLiveUpdates(({ type }) => {
    if (type !== 'notifications.changed' && type !== 'missed') return;
    if (!document.querySelector('[role=dialog], [role=alertdialog]')) void revalidate();
  });
}
