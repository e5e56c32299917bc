import { PhoneBack, PhoneFront } from '../../ui/phone-art.tsx';
import { heroTextPaths } from './hero-text-paths.ts';

/**
 * The hero illustration: one phone showing its own listing between two phones with price tags.
 * Decorative; hidden from assistive technology.
 */
export function HeroArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 760 650" className={className} aria-hidden="true">
      <circle cx="410" cy="318" r="292" className="fill-scene-far" />
      <circle cx="410" cy="318" r="196" className="fill-scene-near" />
      <Shadow x={400} y={588} width={330} />
      <g transform="translate(118 172) rotate(-13 100 206) scale(0.94)">
        <PhoneBack family="iphone" tone="sand" />
      </g>
      <g transform="translate(494 150) rotate(12 100 206) scale(0.98)">
        <PhoneBack family="samsung" tone="blue" />
      </g>
      <g transform="translate(292 92) rotate(-2 100 206) scale(1.16)">
        <PhoneFront>
          <ListingScreen />
        </PhoneFront>
      </g>
      <Tag x={150} y={392} turn={-9} price={heroTextPaths.$489} />
      <Tag x={634} y={372} turn={13} price={heroTextPaths.$312} />
    </svg>
  );
}

function Shadow({ x, y, width }: { x: number; y: number; width: number }) {
  return (
    <>
      <radialGradient id="hero-shadow">
        <stop offset="0.35" className="[stop-color:var(--scene-shadow)]" />
        <stop offset="1" className="[stop-color:var(--scene-shadow)]" stopOpacity="0" />
      </radialGradient>
      <ellipse cx={x} cy={y} rx={width} ry="26" fill="url(#hero-shadow)" />
    </>
  );
}

/** The screen of the phone in the middle: a listing. */
function ListingScreen() {
  return (
    <g>
      <rect x="22" y="50" width="156" height="158" rx="16" className="fill-scene-far" />
      <g transform="translate(66 66) scale(0.34)">
        <PhoneBack family="xiaomi" tone="sage" />
      </g>
      <g transform="translate(22 222)">
        <rect width="78" height="20" rx="10" className="fill-good-wash" />
        <path
          d="m11 10 3 3 5.5-6"
          className="fill-none stroke-good"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <rect x="26" y="7" width="40" height="6" rx="3" className="fill-good" />
        <rect y="34" width="112" height="11" rx="5.5" className="fill-(--phone-sheen)" />
        <rect y="54" width="146" height="6" rx="3" className="fill-(--phone-sheen)" />
        <rect y="67" width="96" height="6" rx="3" className="fill-(--phone-sheen)" />
        <path d={heroTextPaths.$265} transform="translate(0 114)" className="fill-(--phone-sand)" />
        <rect x="87" y="103" width="34" height="6" rx="3" className="fill-(--phone-sheen)" />
        <rect y="130" width="156" height="34" rx="17" className="fill-accent" />
        <path
          d={heroTextPaths.purchase}
          transform="translate(78 151.5)"
          className="fill-on-accent"
        />
      </g>
    </g>
  );
}

/**
 * A paper price tag on a string.
 *
 * @param price outline of the text, see `heroTextPaths`
 */
function Tag({ x, y, turn, price }: { x: number; y: number; turn: number; price: string }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <path d="M-1 8C-34-22-30-66-4-62C18-58 14-24 1 8" className={string} strokeWidth="1.75" />
      <path
        d="M-43 26 -19-7Q-15-12-9-12H9Q15-12 19-7L43 26Q46 30 46 36V86Q46 96 36 96H-36Q-46 96-46 86V36Q-46 30-43 26Z"
        className="fill-raised"
      />
      <circle cy="8" r="6" className="fill-scene-far" />
      <path d={price} transform="translate(0 57)" className="fill-ink" />
      <rect x="-24" y="71" width="48" height="5" rx="2.5" className="fill-line" />
    </g>
  );
}

const string = 'fill-none stroke-(--tag-string)';
