import pg from 'pg';
import { vi } from 'vitest';

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

export interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** Plans a statement without running it. @returns the nodes of the plan. */
export async function planNodes(
  client: pg.ClientBase,
  { text, values }: Statement,
): Promise<Plan[]> {
  const { rows } = await client.query(`explain (format json) ${text}`, values);
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Records the queries that a pool, or a transaction on any connection, makes meanwhile. */
export async function recordStatements(
  pool: pg.Pool,
  work: () => Promise<unknown>,
): Promise<Statement[]> {
  const recorders = [vi.spyOn(pool, 'query'), vi.spyOn(pg.Client.prototype, 'query')];
  try {
    await work();
    return recorders
      .flatMap((recorder) => recorder.mock.calls)
      .flatMap(([first, second]: unknown[]) => {
        const { text = first, values = second } = first as { text?: unknown; values?: unknown };
        const isQuery = typeof text === 'string' && /^\s*(select|with)\b/i.test(text);
        return isQuery ? [{ text, values: Array.isArray(values) ? values : [] }] : [];
      });
  } finally {
    for (const recorder of recorders) recorder.mockRestore();
  }
}
