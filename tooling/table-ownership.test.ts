import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';
import { tableOwners } from '../apps/api/src/db/schema/owners.ts';
import { schemaTables } from '../apps/api/test/schema-tables.ts';

const root = path.resolve(import.meta.dirname, '../apps/api/src');
const owners: Readonly<Record<string, string>> = tableOwners;
/** The export of a table, by its name in SQL. */
const bySqlName = new Map([...schemaTables].map(([name, sqlName]) => [sqlName, name]));

test('every table has an owner', () => {
  expect(Object.keys(tableOwners).sort()).toEqual([...schemaTables.keys()].sort());
});

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    /^(features|platform|adapters)\/.*\.ts$/.test(file) &&
    !/\.(test|fixture|contract|d)\.ts$/.test(file),
);

test('a table is written by its owner alone', () => {
  const violations = files.flatMap((file) =>
    findWrites(readFileSync(path.join(root, file), 'utf8'))
      .filter((table) => !file.startsWith(`${owners[table]}/`))
      .map((table) => `${file} writes ${table}, which belongs to ${owners[table]}`),
  );
  expect(violations).toEqual([]);
});

test('the owners’ own writes are found', () => {
  const found = new Set(
    files.flatMap((file) => findWrites(readFileSync(path.join(root, file), 'utf8'))),
  );
  const written = Object.keys(tableOwners).filter(
    // Better Auth writes these itself, and triggers write the titles.
    (table) => owners[table] !== 'db' && !/^identity|^productTitles$/.test(table),
  );
  expect([...found].sort()).toEqual(expect.arrayContaining(written.sort()));
});

const prelude = `
  import { eq, sql } from 'drizzle-orm';
  import { orders, users as people } from '../../db/schema/index.ts';
  import * as schema from '../../db/schema/index.ts';
`;

test.each<[string, string[]]>([
  ['db.update(orders).set({})', ['orders']],
  ['await tx.insert(people).values([])', ['users']],
  ['const run = () => deps.db.delete(schema.payments)', ['payments']],
  ['db.execute(sql`update outbox set payload = 1`)', ['outbox']],
  ['db.execute(sql`with gone as (DELETE FROM public.reports r) select 1`)', ['reports']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template.
  ['db.execute(sql`insert into ${people} (id) values (${id})`)', ['users']],
  ['sql`delete from "sandbox_cards"."intents" where true`', ['sandboxIntents']],
  ["db.execute(sql.raw('truncate products'))", ['products']],
  ["client.query('update only images set width = 1')", ['images']],
  ['db.update(chosen).set({})', ['an unknown table']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template.
  ['db.execute(sql`delete from ${chosen}`)', ['an unknown table']],
  ['sql`select 1 from orders for update of orders`', []],
  ['sql`insert into other values (1) on conflict do update set n = 1`', []],
  ['cache.delete(key); hash.update(text); db.select().from(orders)', []],
])('in %s it finds writes to %j', (source, expected) => {
  expect(findWrites(`${prelude}${source}`)).toEqual(expected);
});

/** A node of the syntax tree; its properties are looked at one by one. */
type Node = { readonly type: string; readonly [key: string]: unknown };

/**
 * The tables, by the name of their export, that a source file writes: by the query builder
 * (`insert`, `update`, `delete`) or in SQL.
 */
function findWrites(source: string): string[] {
  const module = parseSync(source, { syntax: 'typescript', target: 'esnext' }) as unknown as Node;
  const imported = new Map<string, string>();
  const namespaces = new Set<string>();
  const writes: string[] = [];

  /** The table that an expression means, if it is one of the schema's. */
  const tableOf = (node: Node | undefined): string | undefined => {
    if (node?.type === 'Identifier') return imported.get(String(node.value));
    if (node?.type !== 'MemberExpression') return undefined;
    const [object, property] = [node.object as Node, node.property as Node];
    const isTable = object.type === 'Identifier' && namespaces.has(String(object.value));
    return isTable && schemaTables.has(String(property.value)) ? String(property.value) : undefined;
  };

  const visit = (node: Node) => {
    if (node.type === 'ImportDeclaration') visitImport(node);
    if (node.type === 'CallExpression') visitCall(node);
    if (node.type === 'TaggedTemplateExpression') visitSql(node.template as Node);
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) visit(child);
        // Arguments and array elements are wrapped in an object without a type.
        else if (isNode(child?.expression)) visit(child.expression);
      }
    }
  };

  const visitImport = (node: Node) => {
    if (!/(^|\/)schema\/[\w-]+\.ts$/.test(String((node.source as Node).value))) return;
    for (const specifier of node.specifiers as Node[]) {
      const local = String((specifier.local as Node).value);
      const original = String(((specifier.imported ?? specifier.local) as Node).value);
      if (specifier.type === 'ImportNamespaceSpecifier') namespaces.add(local);
      else if (schemaTables.has(original)) imported.set(local, original);
    }
  };

  const visitCall = (node: Node) => {
    const callee = node.callee as Node;
    if (callee.type !== 'MemberExpression') return;
    const method = String((callee.property as Node).value);
    const argument = (node.arguments as { expression: Node }[])[0]?.expression;
    if (/^(insert|update|delete)$/.test(method)) {
      const table = tableOf(argument);
      const object = callee.object as Node;
      const receiver = String(object.value ?? (object.property as Node | undefined)?.value);
      if (table) writes.push(table);
      else if (/^(db|tx)$/.test(receiver)) writes.push('an unknown table');
    } else if (/^(raw|query|execute)$/.test(method) && argument) {
      if (argument.type === 'StringLiteral') findInSql(String(argument.value));
      if (argument.type === 'TemplateLiteral') visitSql(argument);
    }
  };

  const visitSql = (template: Node) => {
    const expressions = template.expressions as Node[];
    const text = (template.quasis as Node[]).map(
      ({ raw }, i) =>
        `${raw}${i < expressions.length ? `\${${tableOf(expressions[i]) ?? '?'}}` : ''}`,
    );
    findInSql(text.join(''));
  };

  const findInSql = (text: string) => {
    const statement =
      /\b(?:insert\s+into|(?<!\b(?:for|do|key)\s+)update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:\$\{(?<table>[\w?]+)\}|(?<name>["\w.]+))/gi;
    for (const { groups } of text.matchAll(statement)) {
      if (groups?.table) writes.push(groups.table === '?' ? 'an unknown table' : groups.table);
      const name =
        groups?.name
          ?.replaceAll('"', '')
          .replace(/^public\./, '')
          .toLowerCase() ?? '';
      const table = bySqlName.get(name);
      if (table) writes.push(table);
    }
  };

  visit(module);
  return writes;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
