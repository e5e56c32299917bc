import { type Plugin, parseSync } from 'vite';

/** What a browser needs to know of an endpoint. */
const endpointProperties = ['method', 'path'];

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Removes schemas and documentation from the contract, which only the API needs: schemas become
 * empty objects, endpoints keep their method and path. Without the plugin every endpoint, used or not,
 * would be part of every first visit.
 */
export const stripContract: Plugin = {
  name: 'strip-contract',
  enforce: 'pre',
  transform: {
    filter: { id: /packages\/contract\/src\/[\w-]+\.ts$/ },
    handler: (code, id) => {
      const { program, errors } = parseSync(id, code);
      if (errors[0]) throw new Error(`${id}: ${errors[0].message}`);
      return removeSchemas(code, program);
    },
  },
};

/** Replaces parts of a module's source text. */
function removeSchemas(code: string, program: Node): string {
  const edits: { start: number; end: number; text: string }[] = [];
  visit(program, (node) => {
    if (isSchemaImport(node)) edits.push({ ...node, text: '' });
    else if (isSchema(node)) edits.push({ ...node, text: '({})' });
    else if (isEndpoint(node)) {
      for (const property of node.arguments[0].properties) {
        if (endpointProperties.includes(property.key?.name ?? '')) continue;
        const comma = code.indexOf(',', property.end) + 1 || property.end;
        edits.push({ start: property.start, end: comma, text: '' });
      }
    } else return true;
    return false;
  });
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);
}

const isSchemaImport = (node: Node): boolean =>
  node.type === 'ImportDeclaration' &&
  (node as Node & { source: { value: string } }).source.value === 'typebox';

/** A call such as `Type.Object(…)`. */
function isSchema(node: Node): boolean {
  const { callee } = node as Node & { callee?: Node & { object?: { name?: string } } };
  return node.type === 'CallExpression' && callee?.object?.name === 'Type';
}

/** A call of `endpoint` with an object literal. */
function isEndpoint(node: Node): node is EndpointCall {
  const { callee, arguments: [argument] = [] } = node as Partial<EndpointCall>;
  return callee?.name === 'endpoint' && argument?.type === 'ObjectExpression';
}
interface EndpointCall extends Node {
  readonly callee: { readonly name: string };
  readonly arguments: [Node & { readonly properties: (Node & { key?: { name: string } })[] }];
}

/** Calls a function for each node; its children are visited if it returns true. */
function visit(value: unknown, enter: (node: Node) => boolean): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && 'start' in value && !enter(value as Node)) return;
  for (const child of Object.values(value)) visit(child, enter);
}
