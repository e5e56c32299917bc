import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** A finding about a statement of a migration. */
export interface Finding {
  readonly rule: string;
  readonly line: number;
  readonly message: string;
}

/**
 * Rules of squawk that do not apply here. `migrate` itself limits the time that a migration waits for
 * locks, and it runs without statement timeout on purpose; dropping an index needs a lock only for a
 * moment; the others are matters of taste.
 */
const excluded = [
  'require-lock-timeout',
  'require-statement-timeout',
  'require-concurrent-index-deletion',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'prefer-robust-stmts',
];

/** Squawk has no rules for these: statements that hold a lock while they read or write a whole table. */
const ownRules: readonly { rule: string; pattern: RegExp; message: string }[] = [
  {
    rule: 'mass-write',
    pattern: /^(with\b[\s\S]*?\)\s*)?(update|delete\s+from|merge\s+into|truncate)\b/i,
    message:
      'Writes to a whole table keep their row locks until the migration commits, and its previous version does not know them. Let a job do it in batches.',
  },
  {
    rule: 'copied-table',
    pattern: /^insert\s+into\b[\s\S]*\bselect\b[\s\S]*\bfrom\b/i,
    message: 'Copying a table in a migration takes as long as the table is large. Let a job do it.',
  },
  {
    rule: 'serial-column',
    pattern: /^alter\s+table\b[\s\S]*\badd\s+(column\s+)?\S+\s+(big|small)?serial\b/i,
    message: 'A serial column is computed for every row: PostgreSQL rewrites the table.',
  },
  {
    rule: 'table-rewrite',
    pattern: /^(cluster|vacuum)\b|^alter\s+table\b[\s\S]*\bset\s+(un)?(logged|tablespace)\b/i,
    message: 'PostgreSQL rewrites the table, and nobody reads it meanwhile.',
  },
  {
    rule: 'lock-table',
    pattern: /^lock\b/i,
    message: 'The lock is held until the last migration has ended.',
  },
];

/** Marks an exception for the next statement. The line above says why. */
const exception = /^--\s*(squawk-ignore|check-ignore)\s+([\w-]+(?:,\s*[\w-]+)*)\s*$/;

/**
 * Finds statements that lock a large table, or that break the previous version of the server, which
 * runs while its successor migrates. Every table that the migration does not create counts as large.
 *
 * @param sql the migration, which runs in a transaction.
 * @throws if squawk does not run.
 */
export function checkMigration(sql: string): Finding[] {
  return [...runSquawk(sql), ...checkOwnRules(sql), ...findUnexplained(sql)].sort(
    (a, b) => a.line - b.line,
  );
}

/** The registry has it for Linux on x64 only, so it is an optional package. */
const squawk = path.resolve(
  import.meta.dirname,
  '../../node_modules/@squawk-cli/linux-x64/bin/squawk',
);
/** Whether migrations can be checked on this machine. */
export const isSquawkInstalled = existsSync(squawk);

function runSquawk(sql: string): Finding[] {
  const { stdout, stderr, status } = spawnSync(
    squawk,
    [
      '--assume-in-transaction',
      ...['--pg-version', '15', '--reporter', 'json', '--exclude', excluded.join(',')],
    ],
    { input: sql, encoding: 'utf8', timeout: 60_000 },
  );
  // 1: there are findings.
  if (status !== 0 && status !== 1) throw new Error(`squawk failed: ${stderr}`);
  const found: { rule_name: string; line: number; message: string }[] = JSON.parse(stdout || '[]');
  return found.map(({ rule_name: rule, line, message }) => ({ rule, line: line + 1, message }));
}

/** A statement without comments and bodies of functions, and what stands right above it. */
interface Statement {
  readonly text: string;
  readonly line: number;
  readonly ignored: readonly string[];
}

function checkOwnRules(sql: string): Finding[] {
  const statements = splitStatements(sql);
  const created = new Set(
    statements.flatMap(({ text }) => {
      const [, table] = /^create\s+table\s+(?:if\s+not\s+exists\s+)?(\S+)/i.exec(text) ?? [];
      return table ? [unquote(table)] : [];
    }),
  );
  return statements.flatMap(({ text, line, ignored }) =>
    ownRules
      .filter(({ rule, pattern }) => pattern.test(text) && !ignored.includes(rule))
      .filter(() => !created.has(unquote(writtenTable(text))))
      .map(({ rule, message }) => ({ rule, line, message })),
  );
}

const writtenTable = (text: string): string =>
  /\b(?:update|into|from|table|truncate)\s+(?:only\s+)?(\S+)/i.exec(text)?.[1] ?? '';

const unquote = (name: string): string => name.replaceAll(/"|^public\.|[;(].*$/g, '');

function splitStatements(sql: string): Statement[] {
  // Same length and lines, so that positions stay those of the file.
  const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');
  const code = sql
    .replaceAll(/(\$\w*\$)[\s\S]*?\1/g, blank)
    .replaceAll(/'(?:[^']|'')*'/g, blank)
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, blank);
  const lines = sql.split('\n');
  let start = 0;
  return code.split(';').flatMap((part) => {
    const position = start + part.length - part.trimStart().length;
    start += part.length + 1;
    const text = part.trim();
    if (text === '') return [];
    const line = code.slice(0, position).split('\n').length;
    const ignored: string[] = [];
    for (let at = line - 2; at >= 0 && lines[at]?.trimStart().startsWith('--'); at -= 1) {
      const [, , rules] = exception.exec(lines[at]?.trim() ?? '') ?? [];
      if (rules) ignored.push(...rules.split(/,\s*/));
    }
    return [{ text, line, ignored }];
  });
}

/** Exceptions without a reason. */
function findUnexplained(sql: string): Finding[] {
  const lines = sql.split('\n').map((line) => line.trim());
  return lines.flatMap((line, index) => {
    if (!/^--\s*(squawk|check)-ignore/.test(line)) return [];
    const above = lines[index - 1] ?? '';
    const isExplained = /^--\s+\S+(\s+\S+){2,}/.test(above) && !exception.test(above);
    if (exception.test(line) && isExplained) return [];
    const message = 'An exception names its rules alone; the line above says why it does no harm.';
    return [{ rule: 'unexplained-exception', line: index + 1, message }];
  });
}
