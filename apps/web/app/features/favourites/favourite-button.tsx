import { Heart } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { CardIcon } from '../../ui/card-icon.tsx';
import { cx } from '../../ui/cx.ts';
import { toggleFavourite, useIsFavourite } from './favourites-store.ts';

/** A heart on the photo of a card, which adds a phone to the favourites or removes it. */
export function FavouriteHeart({ id, name }: { id: string; name: string }) {
  const isFavourite = useIsFavourite(id);
  return (
    <button
      type="button"
      aria-pressed={isFavourite}
      aria-label={`Favourite ${name}`}
      title="Favourite"
      onClick={() => toggleFavourite(id)}
      className="grid size-9 place-items-center rounded-full bg-raised text-ink-soft shadow-1 transition-colors hover:text-ink aria-pressed:text-accent print:hidden"
    >
      <CardIcon name="heart" className={cx('size-4.5', isFavourite && 'fill-current')} />
    </button>
  );
}

/** The same as a button with a label, for the page of a phone. */
export function FavouriteButton({ id }: { id: string }) {
  const isFavourite = useIsFavourite(id);
  return (
    <Button
      variant="quiet"
      size="small"
      aria-pressed={isFavourite}
      onClick={() => toggleFavourite(id)}
    >
      <Heart
        className={cx('size-4', isFavourite && 'fill-accent text-accent')}
        aria-hidden="true"
      />
      Favourite
    </Button>
  );
}
