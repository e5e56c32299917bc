import type { ReactNode } from 'react';

/** Camera layouts that identify the three brands. */
export type Family = 'iphone' | 'samsung' | 'xiaomi';
export type Tone = 'blue' | 'sand' | 'graphite' | 'sage';

const fills: Record<Tone, string> = {
  blue: 'fill-(--phone-blue)',
  sand: 'fill-(--phone-sand)',
  graphite: 'fill-(--phone-graphite)',
  sage: 'fill-(--phone-sage)',
};

/** The back of a phone, 200 by 412 from (0, 0); place it inside an `<svg>`. */
export function PhoneBack({ family, tone }: { family: Family; tone: Tone }) {
  const radius = family === 'samsung' ? 20 : 34;
  return (
    <g>
      <Body className={fills[tone]} radius={radius} />
      {/* Light from the upper left */}
      <path
        d={`M${radius} 3H142L56 409H${radius}Q3 409 3 ${412 - radius}V${radius}Q3 3 ${radius} 3Z`}
        className="fill-(--phone-sheen)"
      />
      {lenses[family]}
    </g>
  );
}

/** The front of a phone; `children` are drawn on its screen, 176 by 388 from (12, 12). */
export function PhoneFront({ children }: { children?: ReactNode }) {
  return (
    <g>
      <Body className="fill-(--phone-graphite)" radius={34} />
      <rect x="9" y="9" width="182" height="394" rx="27" className="fill-(--phone-screen)" />
      {children}
      <rect x="76" y="20" width="48" height="14" rx="7" className="fill-(--lens)" />
    </g>
  );
}

function Body({ className, radius }: { className: string; radius: number }) {
  return (
    <>
      <rect x="-3" y="96" width="5" height="46" rx="2.5" className={className} />
      <rect x="198" y="112" width="5" height="62" rx="2.5" className={className} />
      <rect width="200" height="412" rx={radius} className={className} />
      <rect
        x="1.5"
        y="1.5"
        width="197"
        height="409"
        rx={radius - 1.5}
        className="fill-none stroke-(--phone-edge)"
        strokeWidth="3"
      />
    </>
  );
}

/** Centre and radius. */
type Circle = readonly [x: number, y: number, r: number];

/** Lenses, glass and highlights: three paths, however many lenses there are. */
function Lenses({ of }: { of: readonly Circle[] }) {
  const glass = of.map(([x, y, r]): Circle => [x, y, r * 0.52]);
  const glint = of.map(([x, y, r]): Circle => [x - r * 0.2, y - r * 0.22, r * 0.16]);
  return (
    <>
      <path d={outline(of)} className="fill-(--lens) stroke-(--phone-edge)" strokeWidth="2.5" />
      <path d={outline(glass)} className="fill-(--lens-glass)" />
      <path d={outline(glint)} className="fill-(--phone-sheen)" />
    </>
  );
}

/** Circles combined into one path. */
const outline = (circles: readonly Circle[]) =>
  circles
    .map(([x, y, r]) => {
      const half = `a${short(r)} ${short(r)} 0 1 0 `;
      return `M${short(x - r)} ${short(y)}${half}${short(2 * r)} 0${half}${short(-2 * r)} 0`;
    })
    .join('');

const short = (value: number) => Math.round(value * 100) / 100;

const lenses: Record<Family, ReactNode> = {
  iphone: (
    <>
      <rect x="14" y="14" width="100" height="100" rx="26" className="fill-(--phone-edge)" />
      <Lenses
        of={[
          [42, 42, 20],
          [42, 87, 20],
          [88, 64.5, 20],
        ]}
      />
      <circle cx="88" cy="29" r="6" className="fill-(--phone-sand)" />
      <circle cx="88" cy="99" r="3.5" className="fill-(--lens)" />
    </>
  ),
  samsung: (
    <>
      <Lenses
        of={[
          [42, 46, 19],
          [42, 98, 19],
          [42, 150, 19],
          [86, 72, 11],
        ]}
      />
      <circle cx="86" cy="46" r="6" className="fill-(--phone-sand)" />
    </>
  ),
  xiaomi: (
    <>
      <circle cx="100" cy="98" r="76" className="fill-(--phone-edge)" />
      <circle cx="100" cy="98" r="68" className="fill-(--lens)" />
      <Lenses
        of={[
          [78, 76, 22],
          [124, 76, 19],
          [78, 124, 19],
          [124, 122, 16],
        ]}
      />
      <circle cx="150" cy="98" r="5" className="fill-(--phone-sand)" />
    </>
  ),
};
