import { Share2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';

/** Hands the page on: by the device's own sheet where it has one, else as a link to paste. */
export function ShareButton({ title }: { title: string }) {
  const share = async () => {
    const url = location.origin + location.pathname;
    if (typeof navigator.share === 'function') {
      // Closing the sheet is no error; one that does not open leaves the link.
      const outcome = await navigator.share({ title, url }).catch((error: Error) => error.name);
      if (outcome === undefined || outcome === 'AbortError') return;
    }
    const copied = await copy(url);
    if (copied) toast.success('Link copied');
    else toast.error(`The link could not be copied: ${url}`);
  };
  return (
    <Button variant="quiet" size="small" onClick={share}>
      <Share2 className="size-4" aria-hidden="true" />
      Share
    </Button>
  );
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
