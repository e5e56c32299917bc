import { antennasOf, buttonsOf, frameOf, metalOf } from './body.ts';
import type { Shape } from './shape.ts';
import { type Box, box, circle, fill, grow, n, type Palette, path, stroke } from './svg.ts';
import { type Wallpaper, wallpaper } from './wallpaper.ts';

/** The front camera, or what hides it. */
function camera({ front, open }: Shape, screen: Box, palette: Palette): string {
  const cx = screen.x + screen.w * (open ? 0.75 : 0.5);
  const eye = (x: number, y: number, r: number) => {
    const glass = palette.radial(
      [0.4, 0.36, 0.6],
      [
        [0, '#3a4a78'],
        [0.45, '#141a2e'],
        [1, '#07080c'],
      ],
    );
    return (
      circle(x, y, r, fill(glass)) + circle(x - r * 0.3, y - r * 0.3, r * 0.18, fill('#fff', 0.7))
    );
  };
  switch (front) {
    case 'notch':
    case 'small-notch': {
      const w = front === 'notch' ? 34 : 26.5;
      const h = front === 'notch' ? 5.2 : 5.5;
      const l = cx - w / 2;
      const t = screen.y - 0.3;
      const d = `M${n(l - 1.6)} ${n(t)}C${n(l - 0.3)} ${n(t)} ${n(l)} ${n(t + 0.5)} ${n(l)} ${n(t + 1.6)}V${n(t + h - 2.9)}C${n(l)} ${n(t + h - 0.8)} ${n(l + 1)} ${n(t + h)} ${n(l + 3)} ${n(t + h)}H${n(l + w - 3)}C${n(l + w - 1)} ${n(t + h)} ${n(l + w)} ${n(t + h - 0.8)} ${n(l + w)} ${n(t + h - 2.9)}V${n(t + 1.6)}C${n(l + w)} ${n(t + 0.5)} ${n(l + w + 0.3)} ${n(t)} ${n(l + w + 1.6)} ${n(t)}Z`;
      return path(d, fill('#050608')) + eye(cx + w * 0.32, t + h * 0.52, 1.15);
    }
    case 'island': {
      const pill = { x: cx - 9.9, y: screen.y + 2.1, w: 19.8, h: 5.7, r: 2.85 };
      return box(pill, fill('#050608')) + eye(cx + 6.7, pill.y + 2.85, 1.25);
    }
    case 'hole':
      return circle(cx, screen.y + 4, 1.95, fill('#050608')) + eye(cx, screen.y + 4, 1.2);
    case 'hole-left':
      return (
        circle(screen.x + 6, screen.y + 5.6, 1.95, fill('#050608')) +
        eye(screen.x + 6, screen.y + 5.6, 1.2)
      );
    case 'drop': {
      const t = screen.y - 0.2;
      const d = `M${n(cx - 5.5)} ${n(t)}C${n(cx - 2.6)} ${n(t)} ${n(cx - 3)} ${n(t + 4.6)} ${n(cx)} ${n(t + 4.6)}S${n(cx + 2.6)} ${n(t)} ${n(cx + 5.5)} ${n(t)}Z`;
      return path(d, fill('#050608')) + eye(cx, t + 2.4, 1.05);
    }
    case 'home':
    case 'full':
      return '';
  }
}

/** The home button and the earpiece of the older phones. */
function homeButton(w: number, h: number, palette: Palette): string {
  const ring = palette.linear(
    [0, 0, 1, 1],
    [
      [0, '#8d9096'],
      [0.5, '#3b3d42'],
      [1, '#a2a5aa'],
    ],
  );
  return [
    circle(w / 2, h - 9.6, 5.5, fill('#0b0c0f')),
    circle(w / 2, h - 9.6, 5.4, stroke(ring, 0.5)),
    box({ x: w / 2 - 5.5, y: 8.2, w: 11, h: 1.5, r: 0.75 }, fill('#26282d')),
    circle(w / 2 - 10, 8.95, 1.1, fill('#1a2136')),
  ].join('');
}

function screenOf(shape: Shape, body: Box): Box {
  if (shape.front === 'home') {
    return { x: 4.4, y: body.h * 0.122, w: body.w - 8.8, h: body.h * 0.757, r: 0.6 };
  }
  const edge = shape.frame === 'wrap' ? 0.9 : 1.05;
  const inner = grow(body, -(edge + shape.bezel));
  return { ...inner, h: inner.h - ((shape.chin ?? shape.bezel) - shape.bezel) };
}

/** A phone seen from the front, its screen lit; its top left corner is the origin, in millimetres. */
export function drawFront(
  shape: Shape,
  colour: string,
  picture: Wallpaper,
  palette: Palette,
): string {
  const body: Box = {
    x: 0,
    y: 0,
    w: shape.w,
    h: shape.h,
    ...shape.open,
    r: shape.open ? 6 : shape.r,
  };
  const metal = metalOf(shape.frame, colour);
  const glass = grow(body, shape.frame === 'wrap' ? -0.9 : -1.05);
  const screen = screenOf(shape, body);
  const glare = palette.linear(
    [0, 0, 0.9, 0.55],
    [
      [0, '#fff', 0.2],
      [0.42, '#fff', 0.06],
      [0.425, '#fff', 0],
    ],
  );
  const dusk = palette.linear(
    [0, 0, 1, 1],
    [
      [0.55, '#000', 0],
      [1, '#000', 0.16],
    ],
  );
  const rim = palette.linear(
    [0, 0, 1, 1],
    [
      [0, '#fff', 0.38],
      [0.3, '#fff', 0.1],
      [0.7, '#fff', 0.04],
      [1, '#fff', 0.2],
    ],
  );
  return [
    shape.open ? '' : buttonsOf(shape, body.w, 'front', metal),
    frameOf(body, shape.frame, metal, palette),
    shape.frame === 'wrap' || shape.frame === 'dark' ? '' : antennasOf(body.w, body.h, metal),
    box(glass, fill('#050608')),
    `<g clip-path="${palette.clip(box(screen, ''))}">`,
    wallpaper(screen, picture, palette),
    creaseOf(shape, screen, palette),
    '</g>',
    shape.front === 'home' ? homeButton(body.w, body.h, palette) : '',
    camera(shape, screen, palette),
    box(glass, fill(glare)),
    box(screen, fill(dusk)),
    box(grow(glass, -0.12), stroke(rim, 0.26)),
  ].join('');
}

/** The shallow fold of a screen that bends. */
function creaseOf(shape: Shape, screen: Box, palette: Palette): string {
  const stops: [number, string, number][] = [
    [0, '#000', 0],
    [0.4, '#000', 0.2],
    [0.55, '#fff', 0.16],
    [1, '#fff', 0],
  ];
  if (shape.open) {
    const x = screen.x + screen.w / 2 - 4;
    return `<rect x="${n(x)}" y="${n(screen.y)}" width="8" height="${n(screen.h)}" ${fill(palette.linear([0, 0, 1, 0], stops))}/>`;
  }
  if (shape.crease) {
    const y = screen.y + screen.h / 2 - 4;
    return `<rect x="${n(screen.x)}" y="${n(y)}" width="${n(screen.w)}" height="8" ${fill(palette.linear([0, 0, 0, 1], stops))}/>`;
  }
  return '';
}
