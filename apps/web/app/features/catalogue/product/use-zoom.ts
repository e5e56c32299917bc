import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** Zoom levels; 1 shows the whole image. */
const steps = [1, 1.5, 2, 3, 4] as const;

/** Distance in pixels that the mouse may move before a click counts as a drag. */
const dragThresholdPx = 4;

/**
 * Zooms an image inside a scrollable viewport. The point under the pointer, or the centre, stays in
 * place.
 */
export function useZoom(viewport: RefObject<HTMLDivElement | null>) {
  const [scale, setScale] = useState<number>(1);
  const anchor = useRef<ZoomAnchor>(undefined);
  const drag = useRef<Drag>(undefined);
  const stepIndex = steps.indexOf(scale as (typeof steps)[number]);

  const zoomTo = (next: number, at?: { x: number; y: number }) => {
    const { current } = viewport;
    if (!current || next === scale) return;
    const { left, top, width, height } = current.getBoundingClientRect();
    const x = at ? at.x - left : width / 2;
    const y = at ? at.y - top : height / 2;
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight } = current;
    anchor.current = {
      x,
      y,
      acrossX: (scrollLeft + x) / scrollWidth,
      acrossY: (scrollTop + y) / scrollHeight,
    };
    setScale(next);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: must run after every change of the scale
  useLayoutEffect(() => {
    const { current } = viewport;
    if (!current || !anchor.current) return;
    const { x, y, acrossX, acrossY } = anchor.current;
    current.scrollTo(acrossX * current.scrollWidth - x, acrossY * current.scrollHeight - y);
  }, [scale]);

  return {
    scale,
    isMaxZoom: stepIndex === steps.length - 1,
    isMinZoom: stepIndex === 0,
    zoomIn: () => zoomTo(steps[Math.min(stepIndex + 1, steps.length - 1)] ?? 1),
    zoomOut: () => zoomTo(steps[Math.max(stepIndex - 1, 0)] ?? 1),
    reset: () => zoomTo(1),
    handlers: {
      onClick: ({ clientX: x, clientY: y }: MouseEvent) => {
        const dragged = drag.current?.moved;
        drag.current = undefined;
        if (!dragged) zoomTo(scale === 1 ? 2 : 1, { x, y });
      },
      onPointerDown: ({ pointerType, button, clientX: x, clientY: y }: PointerEvent) => {
        // Touch scrolls natively.
        if (pointerType === 'mouse' && button === 0) drag.current = { x, y, moved: false };
      },
      onPointerMove: ({ buttons, clientX, clientY }: PointerEvent) => {
        const from = drag.current;
        if (!from || buttons !== 1) return;
        const moved = Math.hypot(clientX - from.x, clientY - from.y) > dragThresholdPx;
        if (!moved && !from.moved) return;
        viewport.current?.scrollBy(from.x - clientX, from.y - clientY);
        drag.current = { x: clientX, y: clientY, moved: true };
      },
    },
  };
}

/** A point of the viewport in pixels, and the fraction of the image's size that was under it. */
interface ZoomAnchor {
  readonly x: number;
  readonly y: number;
  readonly acrossX: number;
  readonly acrossY: number;
}

interface Drag {
  readonly x: number;
  readonly y: number;
  readonly moved: boolean;
}
