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
 * Zooms the image inside a scrollable viewport. The point under the pointer, or the centre, stays in
 * place.
 *
 * @param onClickOutside called for a click beside the image
 */
export function useZoom(viewport: RefObject<HTMLDivElement | null>, onClickOutside: () => void) {
  const [scale, setScale] = useState<number>(1);
  const anchor = useRef<ZoomAnchor>(undefined);
  const drag = useRef<Drag>(undefined);
  const stepIndex = steps.indexOf(scale as (typeof steps)[number]);

  const zoomTo = (next: number, at?: { x: number; y: number }) => {
    const { current } = viewport;
    const image = current?.querySelector('img')?.getBoundingClientRect();
    if (!current || !image || next === scale) return;
    const { left, top, width, height } = current.getBoundingClientRect();
    const point = at ?? { x: left + width / 2, y: top + height / 2 };
    anchor.current = {
      ...point,
      acrossX: (point.x - image.left) / image.width,
      acrossY: (point.y - image.top) / image.height,
    };
    setScale(next);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: must run after every change of the scale
  useLayoutEffect(() => {
    const { current } = viewport;
    const image = current?.querySelector('img')?.getBoundingClientRect();
    if (!current || !image || !anchor.current) return;
    const { x, y, acrossX, acrossY } = anchor.current;
    current.scrollBy({
      left: image.left + acrossX * image.width - x,
      top: image.top + acrossY * image.height - y,
      behavior: 'instant',
    });
  }, [scale]);

  return {
    scale,
    isMaxZoom: stepIndex === steps.length - 1,
    isMinZoom: stepIndex === 0,
    zoomIn: () => zoomTo(steps[Math.min(stepIndex + 1, steps.length - 1)] ?? 1),
    zoomOut: () => zoomTo(steps[Math.max(stepIndex - 1, 0)] ?? 1),
    reset: () => zoomTo(1),
    handlers: {
      onClick: ({ clientX: x, clientY: y, target, currentTarget }: MouseEvent) => {
        const dragged = drag.current?.moved;
        drag.current = undefined;
        if (dragged) return;
        if (target === currentTarget) onClickOutside();
        else zoomTo(scale === 1 ? 2 : 1, { x, y });
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

/** A point of the window in pixels, and the fraction of the image's size that was under it. */
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
