const { Visitor } = require('@swc/core/Visitor.js');

// This visitor stops at a `using` declaration, which it does not know yet; no import is in one.
const { visitStatement } = Visitor.prototype;
Visitor.prototype.visitStatement = function (statement) {
  return statement.type === 'UsingDeclaration' ? statement : visitStatement.call(this, statement);
};

/**
 * Who may know whom; docs/architecture.md draws it. `tooling/boundaries.test.ts` shows that each of
 * these rules catches what breaks it.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one, or have a third in them.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'imports-exist',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'contract-is-a-leaf',
      severity: 'error',
      comment: 'Both sides agree on it; it knows schemas and nothing else.',
      from: { path: '^packages/contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/contract/src', '(^|node_modules/)typebox(/|$)'] },
    },
    {
      name: 'web-knows-the-contract-only',
      severity: 'error',
      from: { path: '^apps/web' },
      to: { path: ['^apps/(?!web)', '(^|node_modules/)(fastify|pg|drizzle-orm)(/|$)'] },
    },
    {
      name: 'web-features-stay-apart',
      severity: 'error',
      comment: 'Routes compose features.',
      from: { path: '^apps/web/app/features/([^/]+)/' },
      to: { path: '^apps/web/app/features/', pathNot: '^apps/web/app/features/$1/' },
    },
    {
      name: 'web-ui-is-presentation',
      severity: 'error',
      comment: 'The parts of the interface fetch nothing and know no feature.',
      from: { path: '^apps/web/app/ui/' },
      to: { path: '^apps/web/app/(features|routes|session|api)' },
    },
    {
      name: 'api-knows-no-outside',
      severity: 'error',
      from: { path: '^apps/api' },
      to: { path: '^apps/(?!api)' },
    },
    {
      name: 'features-through-their-index',
      severity: 'error',
      from: { path: '^apps/api/src/features/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^apps/api/src/features/',
        pathNot: ['^apps/api/src/features/$1/', '^apps/api/src/features/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'ground-knows-no-feature',
      severity: 'error',
      comment: 'Platform, ports and database are what features stand on.',
      from: { path: '^apps/api/src/(platform|ports|db)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/api/src/(features|adapters|app\\.ts|background\\.ts)' },
    },
    {
      name: 'adapters-know-ports-only',
      severity: 'error',
      from: { path: '^apps/api/src/adapters/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^apps/api/src/',
        pathNot:
          '^apps/api/src/(adapters/|ports/|db/(client|schema/)|settings\\.ts|platform/problem\\.ts)',
      },
    },
    {
      name: 'only-the-server-picks-adapters',
      severity: 'error',
      from: {
        path: '^(apps|packages)/',
        pathNot: [
          '^apps/api/src/adapters/',
          '^apps/api/test/',
          '\\.test\\.ts$',
          '^apps/server/src/',
        ],
      },
      to: { path: '^apps/api/src/adapters/' },
    },
    {
      name: 'server-through-entries',
      severity: 'error',
      comment: 'What a package exports is its interface.',
      from: { path: '^apps/server' },
      to: { path: '^apps/(api|web)/', dependencyTypes: ['local'] },
    },
    {
      name: 'browser-tests-over-http',
      severity: 'error',
      from: { path: '^(e2e|bench)/' },
      to: { path: '^(apps|packages)/' },
    },
    {
      name: 'no-tests-in-code',
      severity: 'error',
      from: { pathNot: ['\\.test\\.tsx?$', '^apps/api/test/', '\\.(contract|fixture)\\.ts$'] },
      to: { path: ['\\.test\\.tsx?$', '^apps/api/test/'] },
    },
  ],
  options: {
    // TypeScript 7 has no parser that this tool can use: by default it would read no file at all.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // Types that React Router writes for each route.
    exclude: { path: ['\\+types/', '^apps/[^/]+/build/', '^apps/web/\\.react-router/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js', '.cjs', '.json'],
    },
  },
};
