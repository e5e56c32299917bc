import { Camera, ImagePlus } from 'lucide-react';
import { type ChangeEvent, useId } from 'react';
import { buttonClass } from '../../ui/button.tsx';

/** Chooses photos from the device; on a phone also takes one with the camera. */
export function PhotoButtons({ onAdd }: { onAdd: (files: readonly File[]) => void }) {
  const id = useId();
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onAdd([...(currentTarget.files ?? [])]);
    // So that the same file can be chosen again.
    currentTarget.value = '';
  };
  const className = buttonClass(
    'outline',
    'medium',
    'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent',
  );
  return (
    <>
      <label htmlFor={id} className={className}>
        <ImagePlus className="size-4" aria-hidden="true" />
        Add photos
        <input id={id} type="file" accept="image/*" multiple className="sr-only" onChange={take} />
      </label>
      <label htmlFor={`${id}-camera`} className={`${className} not-pointer-coarse:hidden`}>
        <Camera className="size-4" aria-hidden="true" />
        Take a photo
        <input
          id={`${id}-camera`}
          type="file"
          accept="image/*"
          capture="environment"
          className="sr-only"
          onChange={take}
        />
      </label>
    </>
  );
}
