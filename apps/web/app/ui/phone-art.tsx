import type { ReactNode } from 'react';

/** The lens layouts by which one tells the three brands apart from behind. */
export type Family = 'iphone' | 'samsung' | 'xiaomi';
export type Tone = 'blue' | 'sand' | 'graphite' | 'sage';

const fills: Record<Tone, string> = {
  blue: 'fill-(--phone-blue)',
  sand: 'fill-(--phone-sand)',
  graphite: 'fill-(--phone-graphite)',
  sage: 'fill-(--phone-sage)',
};

/** A phone from behind, 200 by 412 from 0, 0, to be placed inside an `<svg>`. */
export function PhoneBack({ family, tone }: { family: Family; tone: Tone }) {
  const radius = family === 'samsung' ? 20 : 34;
  return (
    <g>
      <Body className={fills[tone]} radius={radius} />
      {/* Light from the upper left, falling off across the glass */}
      <path
        d={`M${radius} 3H142L56 409H${radius}Q3 409 3 ${412 - radius}V${radius}Q3 3 ${radius} 3Z`}
        className="fill-(--phone-sheen)"
      />
      {lenses[family]}
    </g>
  );
}

/** A phone from the front; `children` are drawn on its screen, 176 by 388 from 12, 12. */
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
  const right = 200 - radius;
  const bottom = 412 - radius;
  return (
    <>
      {/* Both keys and the back in one shape: the fewer, the sooner a page with several phones stands */}
      <path
        d={`M-.5 96h2.5v46h-2.5q-2.5 0-2.5-2.5v-41q0-2.5 2.5-2.5ZM198 112h2.5q2.5 0 2.5 2.5v57q0 2.5-2.5 2.5h-2.5ZM${radius} 0H${right}A${radius} ${radius} 0 0 1 200 ${radius}V${bottom}A${radius} ${radius} 0 0 1 ${right} 412H${radius}A${radius} ${radius} 0 0 1 0 ${bottom}V${radius}A${radius} ${radius} 0 0 1 ${radius} 0Z`}
        className={className}
      />
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

interface Circle {
  x: number;
  y: number;
  r: number;
}

/** Lenses, glass and glint of each: three shapes however many there are. */
function Lenses({ of }: { of: readonly Circle[] }) {
  return (
    <>
      <path d={outline(of)} className="fill-(--lens) stroke-(--phone-edge)" strokeWidth="2.5" />
      <path
        d={outline(of.map(({ x, y, r }) => ({ x, y, r: r * 0.52 })))}
        className="fill-(--lens-glass)"
      />
      <path
        d={outline(of.map(({ x, y, r }) => ({ x: x - r * 0.2, y: y - r * 0.22, r: r * 0.16 })))}
        className="fill-(--phone-sheen)"
      />
    </>
  );
}

/** Circles as one path, to a hundredth. */
const outline = (circles: readonly Circle[]) =>
  circles
    .map(({ x, y, r }) => {
      const [left, middle, radius] = [x - r, y, r].map((value) => Math.round(value * 100) / 100);
      const arc = `a${radius} ${radius} 0 1 0 `;
      const width = Math.round(r * 200) / 100;
      return `M${left} ${middle}${arc}${width} 0${arc}-${width} 0`;
    })
    .join('');

const lenses: Record<Family, ReactNode> = {
  iphone: (
    <>
      <rect x="14" y="14" width="100" height="100" rx="26" className="fill-(--phone-edge)" />
      <Lenses
        of={[
          { x: 42, y: 42, r: 20 },
          { x: 42, y: 87, r: 20 },
          { x: 88, y: 64.5, r: 20 },
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
          { x: 42, y: 46, r: 19 },
          { x: 42, y: 98, r: 19 },
          { x: 42, y: 150, r: 19 },
          { x: 86, y: 72, r: 11 },
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
          { x: 78, y: 76, r: 22 },
          { x: 124, y: 76, r: 19 },
          { x: 78, y: 124, r: 19 },
          { x: 124, y: 122, r: 16 },
        ]}
      />
      <circle cx="150" cy="98" r="5" className="fill-(--phone-sand)" />
    </>
  ),
};
