import { Dialog as Base } from '@base-ui/react/dialog';
import { imageSizes } from '@redial/contract';
import { X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { backdropClass } from '../../../ui/dialog.tsx';
import { useZoom } from './use-zoom.ts';

/**
 * Full-screen image viewer. Zooms by click or tap, buttons, `+`, `-` and `0`, or pinch; pans by
 * touch, wheel, arrow keys or dragging. A click beside the photo closes it.
 */
export function PhotoZoom({
  src,
  alt,
  open,
  onClose,
}: {
  src: string;
  alt: string;
  open: boolean;
  onClose: () => void;
}) {
  const viewport = useRef<HTMLDivElement>(null);
  const { scale, zoomIn, zoomOut, isMaxZoom, isMinZoom, reset, handlers } = useZoom(
    viewport,
    onClose,
  );
  const [ratio, setRatio] = useState(1);
  const keyBindings: Record<string, (() => void) | undefined> = {
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
    '0': reset,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey ? undefined : keyBindings[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const largest = imageSizes(src)?.at(-1);
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          initialFocus={viewport}
          onKeyDown={onKeyDown}
          className="fixed inset-0 layer-sheet flex flex-col bg-studio text-ink outline-none transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <Base.Title className="sr-only">{alt}</Base.Title>
          <div className="flex items-center gap-2 border-line border-b bg-raised px-4 py-2">
            <p role="status" className="figures mr-auto text-ink-soft text-sm">
              {Math.round(scale * 100)}%
            </p>
            <button
              type="button"
              aria-label="Zoom out"
              aria-disabled={isMinZoom}
              onClick={zoomOut}
              className={tool}
            >
              <ZoomOut className="size-5" aria-hidden="true" />
            </button>
            <button
              type="button"
              aria-label="Zoom in"
              aria-disabled={isMaxZoom}
              onClick={zoomIn}
              className={tool}
            >
              <ZoomIn className="size-5" aria-hidden="true" />
            </button>
            <Base.Close aria-label="Close" className={tool}>
              <X className="size-5" aria-hidden="true" />
            </Base.Close>
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a scrollable region, not a form */}
          <div
            ref={viewport}
            role="group"
            aria-label="The photo; arrow keys move it, plus and minus zoom"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
            tabIndex={0}
            {...handlers}
            data-zoomed={scale > 1 || undefined}
            className="-outline-offset-4 flex flex-1 cursor-zoom-in overflow-auto overscroll-contain [container-type:size] data-zoomed:cursor-grab"
          >
            <img
              src={largest?.webp ?? src}
              alt={alt}
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setRatio(naturalWidth / naturalHeight || 1)
              }
              style={{
                width: `calc(min(100cqw, 100cqh * ${ratio}) * ${scale})`,
                aspectRatio: ratio,
              }}
              // Auto margins centre it while it fits, and leave all of it reachable when it does not.
              className="m-auto max-w-none shrink-0 select-none"
            />
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const tool =
  'grid size-11 place-items-center rounded-full text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:text-line-strong';
