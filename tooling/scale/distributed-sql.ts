import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const sources = 'apps/api/src';

/** How an engine takes a kind of SQL; a link is the source. */
interface Construct {
  readonly name: string;
  readonly pattern: RegExp;
  readonly citus: string;
  readonly cockroach: string;
  readonly yugabyte: string;
}

const citusDocs = 'https://docs.citusdata.com/en/stable';
const citusLimits = `${citusDocs}/develop/reference_workarounds.html`;
const issue = (id: number) => `https://github.com/cockroachdb/cockroach/issues/${id}`;
const cockroachDocs = 'https://www.cockroachlabs.com/docs/v25.4';
const yugabyteDocs = 'https://docs.yugabyte.com/latest/explore/ysql-language-features';
const yugabyteList = `${yugabyteDocs}/postgresql-compatibility/`;
const ours = 'follows from its design, not tried';

/** What the statements and the schema have that at least one of the engines does not take as it is. */
const constructs: readonly Construct[] = [
  {
    name: '`LISTEN`, `NOTIFY`',
    pattern: /\bpg_notify\s*\(|\blisten \$\{|\blisten redial/gi,
    citus: `on one node only (${ours})`,
    cockroach:
      'no ([list](https://cockroachlabs.com/docs/v24.2/postgresql-compatibility), "Events")',
    yugabyte: `early access ([2025.2.3](https://docs.yugabyte.com/stable/api/ysql/the-sql-language/statements/cmd_listen_notify/))`,
  },
  {
    name: 'advisory locks',
    pattern: /\bpg_(try_)?advisory_(xact_)?lock\s*\(/gi,
    citus: `on one node only (${ours})`,
    cockroach: `of transactions only, and new ([#106575](${issue(106575)}))`,
    yugabyte:
      '[documented](https://docs.yugabyte.com/stable/explore/transactions/explicit-locking/), not tried',
  },
  {
    name: 'triggers',
    pattern: /\bcreate (constraint )?trigger\b/gi,
    citus: `not on distributed tables ([triggers](${citusDocs}/extra/triggers.html))`,
    cockroach: `of rows only ([#126362](${issue(126362)}))`,
    yugabyte: 'yes',
  },
  {
    name: 'triggers of statements with `REFERENCING`',
    pattern: /\breferencing (new|old) table\b/gi,
    citus: `no ([triggers](${citusDocs}/extra/triggers.html))`,
    cockroach: `no ([#135655](${issue(135655)}))`,
    yugabyte: 'not checked',
  },
  {
    name: 'deferred constraints',
    pattern: /\bdeferrable initially deferred\b|\bset constraints\b/gi,
    citus: `within one shard (${ours})`,
    cockroach: `no ([#31632](${issue(31632)}))`,
    yugabyte: `no ([#1709](${yugabyteList}))`,
  },
  {
    name: 'row locks, also with `SKIP LOCKED`',
    pattern:
      /\.for\('(update|share|no key update|key share)'|\bfor (no key )?update\b|\bfor share\b/gi,
    citus: `in one shard only ([limits](${citusLimits}))`,
    cockroach: 'yes',
    yugabyte: 'yes',
  },
  {
    name: '`INSERT … SELECT` with a subquery or CTE',
    pattern: /\binsert into [\w".]+\s*(as \w+\s*)?\([^)]*\)\s*select\b/gi,
    citus: `in part ([limits](${citusLimits}))`,
    cockroach: 'yes',
    yugabyte: 'yes',
  },
  {
    name: 'unique keys of one column other than the distribution column',
    pattern: /\.unique\(\)|\buniqueIndex\(/g,
    citus: `no: each must contain it ([limits](${citusLimits}))`,
    cockroach: 'yes, at the price of another range',
    yugabyte: 'yes, at the price of another tablet',
  },
  {
    name: 'foreign keys',
    pattern: /\.references\(\(\)|\bforeignKey\(/g,
    citus: `between co-located or to reference tables only ([limits](${citusLimits}))`,
    cockroach: 'yes',
    yugabyte: 'yes',
  },
  {
    name: 'ids from a sequence that readers take for an order',
    pattern: /\bbigserial\(/g,
    citus: 'unique, not ascending',
    cockroach: '`unique_rowid()`, not ascending across nodes',
    yugabyte: 'ascending within a cached block only',
  },
  {
    name: 'generated stored columns',
    pattern: /\.generatedAlwaysAs\(/g,
    citus: 'yes',
    cockroach: 'yes',
    yugabyte: `no in its [list](${yugabyteList}) (#10695)`,
  },
  {
    name: 'GIN indexes of several columns or trigrams, `word_similarity`',
    pattern: /\bword_similarity\s*\(|gin_trgm_ops|<%|using\('gin'/gi,
    citus: 'yes',
    cockroach: `not all trigram operators ([limits](${cockroachDocs}/known-limitations))`,
    yugabyte: `one column each ([#10652](${yugabyteList}))`,
  },
  {
    name: '`LOCK TABLE`',
    pattern: /\block table\b/gi,
    citus: 'not checked',
    cockroach: 'not checked',
    yugabyte: `new ([#5384](${yugabyteList}))`,
  },
  {
    name: 'partitions by time that a function attaches',
    pattern: /\battach partition\b|\bpartition by range\b/gi,
    citus: 'yes, one level',
    cockroach: 'other syntax; time-to-live of rows instead',
    yugabyte: `yes, with the primary key from the start ([#612](https://docs.yugabyte.com/stable/yugabyte-voyager/known-issues/postgresql))`,
  },
  {
    name: '`SECURITY DEFINER` functions that write to many tables',
    pattern: /\bsecurity definer\b/gi,
    citus: 'on the coordinator, statement by statement',
    cockroach: 'yes, without DDL in them',
    yugabyte: 'yes',
  },
];

/** The sources with statements: TypeScript and SQL, without tests and without migrations that are history. */
function listSources(): string[] {
  return readdirSync(path.join(root, sources), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|sql)$/.test(file) && !/\.test\.ts$|db\/migrations\//.test(file))
    .map((file) => `${sources}/${file}`)
    .sort();
}

/** Where each kind of SQL is, by its name: the number of places, and the files. */
export function findConstructs(): Map<string, { places: number; files: string[] }> {
  const texts = listSources().map(
    (file) => [file, readFileSync(path.join(root, file), 'utf8')] as const,
  );
  return new Map(
    constructs.map(({ name, pattern }) => {
      const hits = texts
        .map(([file, text]) => [file, [...text.matchAll(pattern)].length] as const)
        .filter(([, count]) => count > 0);
      const places = hits.reduce((sum, [, count]) => sum + count, 0);
      return [name, { places, files: hits.map(([file]) => file) }];
    }),
  );
}

/** The table of docs/scale.md. */
export function renderTable(): string {
  const found = findConstructs();
  const rows = constructs.map(({ name, citus, cockroach, yugabyte }) => {
    const { places = 0, files = [] } = found.get(name) ?? {};
    const where = `${places} in ${files.length} ${files.length === 1 ? 'file' : 'files'}`;
    return `| ${name} | ${where} | ${citus} | ${cockroach} | ${yugabyte} |`;
  });
  return [
    '| SQL | where | Citus | CockroachDB | YugabyteDB |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
