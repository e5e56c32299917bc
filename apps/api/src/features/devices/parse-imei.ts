import { normalizeImei, validateImei } from '@redial/contract';
import { Problem } from '../../platform/problem.ts';
import type { Settings } from '../../settings.ts';

/**
 * Reads an IMEI from a request. Numbers of test devices are valid in the demo only. The error never
 * repeats the number.
 *
 * @param field the field of the body, for the error.
 * @returns 15 digits.
 * @throws Problem `validation.failed`
 */
export function parseImei({ demo }: Pick<Settings, 'demo'>, text: string, field: string): string {
  const error = validateImei(text, { allowTest: demo });
  if (error) throw new Problem('validation.failed', error, `body.${field}`);
  return normalizeImei(text);
}
