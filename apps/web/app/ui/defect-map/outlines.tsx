import type { DefectSide, FormFactor } from '@redial/contract';
import type { ReactNode } from 'react';

/** Size of a drawing in its own units; half a millimetre or so. */
export interface DrawingSize {
  readonly width: number;
  readonly height: number;
}

const faces: Record<FormFactor, DrawingSize & { readonly radius: number }> = {
  slab: { width: 200, height: 412, radius: 34 },
  'home-button': { width: 200, height: 408, radius: 30 },
  flip: { width: 200, height: 450, radius: 30 },
  fold: { width: 364, height: 412, radius: 22 },
};
const edgeHeight = 30;

/**
 * The size of the drawing of a side. The edges are drawn lying: left and right ones with the top of
 * the phone at the left.
 */
export function drawingSize(form: FormFactor, side: DefectSide): DrawingSize {
  const { width, height } = faces[form];
  if (side === 'front' || side === 'back') return { width, height };
  return { width: side === 'top' || side === 'bottom' ? width : height, height: edgeHeight };
}

/** The outline of a side of a phone; place it inside an `<svg>` with `drawingSize` as its view box. */
export function Outline({ form, side }: { form: FormFactor; side: DefectSide }) {
  return side === 'front' || side === 'back' ? (
    <g className="fill-none stroke-line-strong" strokeWidth="2">
      <Body form={form} />
      {side === 'front' ? fronts[form] : backs[form]}
    </g>
  ) : (
    <g className="fill-none stroke-line-strong" strokeWidth="2">
      <Edge size={drawingSize(form, side)} />
      {edges[side](drawingSize(form, side))}
    </g>
  );
}

function Body({ form }: { form: FormFactor }) {
  const { width, height, radius } = faces[form];
  return (
    <rect
      x="1"
      y="1"
      width={width - 2}
      height={height - 2}
      rx={radius}
      className="fill-raised stroke-ink-faint"
      strokeWidth="3"
    />
  );
}

const screenClass = 'fill-sunken';

const fronts: Record<FormFactor, ReactNode> = {
  slab: (
    <>
      <rect x="10" y="10" width="180" height="392" rx="26" className={screenClass} />
      <rect x="78" y="20" width="44" height="13" rx="6.5" />
    </>
  ),
  'home-button': (
    <>
      <rect x="10" y="54" width="180" height="296" rx="3" className={screenClass} />
      <rect x="80" y="26" width="40" height="6" rx="3" />
      <circle cx="64" cy="29" r="4" />
      <circle cx="100" cy="379" r="19" />
    </>
  ),
  flip: (
    <>
      <rect x="9" y="9" width="182" height="432" rx="23" className={screenClass} />
      <circle cx="100" cy="24" r="5" />
      <path d="M9 225H191" strokeDasharray="5 5" />
    </>
  ),
  fold: (
    <>
      <rect x="9" y="9" width="346" height="394" rx="15" className={screenClass} />
      <path d="M182 9V403" strokeDasharray="5 5" />
      <circle cx="270" cy="23" r="5" />
    </>
  ),
};

const lens = (cx: number, cy: number, r = 17) => (
  <g key={`${cx} ${cy}`}>
    <circle cx={cx} cy={cy} r={r} className="fill-sunken" />
    <circle cx={cx} cy={cy} r={r * 0.45} />
  </g>
);

const backs: Record<FormFactor, ReactNode> = {
  slab: (
    <>
      <rect x="16" y="16" width="96" height="100" rx="26" />
      {[lens(42, 43), lens(42, 90), lens(86, 66)]}
    </>
  ),
  'home-button': (
    <>
      {lens(34, 36, 13)}
      <circle cx="60" cy="36" r="5" />
    </>
  ),
  flip: (
    <>
      <rect x="12" y="12" width="176" height="200" rx="18" className={screenClass} />
      {[lens(44, 180, 15), lens(88, 180, 15)]}
      <path d="M1 222H199M1 230H199" />
    </>
  ),
  fold: (
    <>
      <path d="M178 1V411M186 1V411" />
      <rect x="196" y="12" width="156" height="388" rx="14" className={screenClass} />
      {[lens(38, 52, 15), lens(38, 94, 15), lens(38, 136, 15)]}
    </>
  ),
};

function Edge({ size: { width, height } }: { size: DrawingSize }) {
  return (
    <rect
      x="1"
      y="1"
      width={width - 2}
      height={height - 2}
      rx="13"
      className="fill-raised stroke-ink-faint"
      strokeWidth="3"
    />
  );
}

const middle = edgeHeight / 2;
const holes = (from: number) => (
  <>
    {[0, 10, 20, 30].map((along) => (
      <circle key={along} cx={from + along} cy={middle} r="2.5" />
    ))}
  </>
);

const edges: Record<Exclude<DefectSide, 'front' | 'back'>, (size: DrawingSize) => ReactNode> = {
  top: ({ width }) => <circle cx={width * 0.62} cy={middle} r="2.5" />,
  bottom: ({ width }) => (
    <>
      <rect
        x={width / 2 - 17}
        y={middle - 5}
        width="34"
        height="10"
        rx="5"
        className="fill-sunken"
      />
      {holes(width / 2 - 68)}
      {holes(width / 2 + 38)}
    </>
  ),
  left: ({ width }) => (
    <>
      <rect x={width * 0.22} y={middle - 5} width="44" height="10" rx="5" />
      <rect x={width * 0.36} y={middle - 5} width="44" height="10" rx="5" />
    </>
  ),
  right: ({ width }) => <rect x={width * 0.28} y={middle - 5} width="62" height="10" rx="5" />,
};
