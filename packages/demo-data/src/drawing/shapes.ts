import type { Shape } from './shape.ts';
import { galaxies } from './shapes-galaxy.ts';
import { iphones } from './shapes-iphone.ts';
import { xiaomis } from './shapes-xiaomi.ts';

const shapes: Readonly<Record<string, Shape>> = { ...iphones, ...galaxies, ...xiaomis };

/**
 * The body of a model.
 *
 * @throws where the catalogue names a model that nobody has measured.
 */
export function shapeOf(model: string): Shape {
  const shape = shapes[model];
  if (!shape) throw new Error(`No shape is known for ${model}`);
  return shape;
}
