import { Share2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';

/** Shares the page through the Web Share API, or copies its URL where that is not available. */
export function ShareButton({ title }: { title: string }) {
  const share = async () => {
    const url = location.origin + location.pathname;
    if (typeof navigator.share === 'function') {
      // A dismissed share sheet is not an error. If sharing fails, fall back to copying.
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
