import { ImagePlus } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/**
 * A part of a page onto which photos can be dropped. The buttons do the same by keyboard.
 *
 * @param onDrop receives the files; without it, nothing can be dropped.
 */
export function PhotoDrop({
  onDrop,
  children,
}: {
  onDrop: ((files: readonly File[]) => void) | undefined;
  children: ReactNode;
}) {
  const [isOver, setIsOver] = useState(false);
  const isPossible = onDrop !== undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: an addition to the buttons
    <div
      className="relative"
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        // Without this the browser would leave the page for the file.
        event.preventDefault();
        event.dataTransfer.dropEffect = isPossible ? 'copy' : 'none';
        setIsOver(isPossible);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) {
          setIsOver(false);
        }
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        onDrop?.([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 grid place-items-center rounded-lg border-2 border-accent border-dashed bg-surface/85"
        >
          <span className="flex items-center gap-2 font-semibold text-accent">
            <ImagePlus className="size-5" />
            Drop photos here
          </span>
        </div>
      )}
    </div>
  );
}
