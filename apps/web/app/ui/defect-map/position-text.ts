import type { Defect } from '@redial/contract';

export const sideNames: Readonly<Record<Defect['side'], string>> = {
  front: 'Front',
  back: 'Back',
  top: 'Top edge',
  bottom: 'Bottom edge',
  left: 'Left edge',
  right: 'Right edge',
};

/** Which third of a length a position is in: 0, 1 or 2. */
const third = (position: number): 0 | 1 | 2 => (position < 1 / 3 ? 0 : position > 2 / 3 ? 2 : 1);

/**
 * Where a pin is, in words: `Back, upper left` or `Left edge, near the top`. The drawings of the left
 * and right edges have the top of the phone at their left.
 */
export function positionText({ side, x, y }: Pick<Defect, 'side' | 'x' | 'y'>): string {
  const name = sideNames[side];
  if (side === 'front' || side === 'back') {
    const rows = ['upper', 'middle', 'lower'] as const;
    const columns = ['left', 'centre', 'right'] as const;
    const [row, column] = [rows[third(y)], columns[third(x)]];
    return `${name}, ${row === 'middle' && column === 'centre' ? 'centre' : `${row} ${column}`}`;
  }
  const ends =
    side === 'left' || side === 'right' ? ['the top', 'the bottom'] : ['the left', 'the right'];
  const where = third(x);
  return `${name}, ${where === 1 ? 'middle' : `near ${ends[where === 0 ? 0 : 1]}`}`;
}
