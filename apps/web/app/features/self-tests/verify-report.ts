import { getSelfTestKeys, type SelfTestReport } from '@redial/contract';
import { compactVerify, createLocalJWKSet } from 'jose';
import { call } from '../../session/call.ts';

/**
 * Verifies the signature of a report, and that what is shown is what was signed.
 *
 * @returns `unknown` if the key could not be loaded.
 */
export async function verifyReport(
  report: SelfTestReport,
): Promise<'valid' | 'invalid' | 'unknown'> {
  const keys = await call(getSelfTestKeys, {});
  if (!keys.ok) return 'unknown';
  try {
    const { payload } = await compactVerify(report.jws, createLocalJWKSet(keys.value));
    const signed: unknown = JSON.parse(new TextDecoder().decode(payload));
    const { jti, listing, results } = signed as Record<string, unknown>;
    const isShown =
      jti === report._id &&
      listing === report.productId &&
      JSON.stringify(sorted(results)) === JSON.stringify(sorted(report.results));
    return isShown ? 'valid' : 'invalid';
  } catch {
    return 'invalid';
  }
}

/** A value with the keys of its objects in order: a database does not keep theirs. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}
