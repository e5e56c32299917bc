import { BadgeCheck, Check, Flag, Heart, MapPin, Scale } from 'lucide-react';

const id = 'card-icons';
const symbolId = (name: CardIconName) => `${id}-${name}`;

export type CardIconName = 'badge-check' | 'check' | 'flag' | 'heart' | 'map-pin' | 'scale';

/**
 * The icons of product cards, once for the whole page: a page of 24 cards shows a hundred of them, and
 * a `<use>` costs less to render, send and hydrate than the paths. Only the server renders the shapes;
 * the client bundle reads them from the page instead of containing them again.
 */
export const CardIconSprite = () =>
  import.meta.env.SSR ? (
    <svg id={id} className="hidden" aria-hidden="true">
      <Shape name="badge-check" Icon={BadgeCheck} />
      <Shape name="check" Icon={Check} />
      <Shape name="flag" Icon={Flag} />
      <Shape name="heart" Icon={Heart} />
      <Shape name="map-pin" Icon={MapPin} />
      <Shape name="scale" Icon={Scale} />
    </svg>
  ) : (
    <svg
      id={id}
      className="hidden"
      aria-hidden="true"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what the server has rendered
      dangerouslySetInnerHTML={{ __html: rendered }}
    />
  );

const rendered = import.meta.env.SSR ? '' : (document.getElementById(id)?.innerHTML ?? '');

/** The fill is that of the icon that refers to the shape. */
const Shape = ({ name, Icon }: { name: CardIconName; Icon: typeof Heart }) => (
  <symbol id={symbolId(name)} viewBox="0 0 24 24">
    <Icon fill="inherit" />
  </symbol>
);

/** A decorative icon of a product card. */
export const CardIcon = ({ name, className }: { name: CardIconName; className: string }) => (
  <svg className={className} fill="none" aria-hidden="true">
    <use href={`#${symbolId(name)}`} />
  </svg>
);
