import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findTestBrowser } from './chromium.mjs';
import { createTemporaryDirectory, withDemo } from './demo.mjs';
import { prepare } from './prepare.mjs';
import { main, root, run, StepFailed, step } from './processes.mjs';
import { findNpm } from './runtime.mjs';

const categories = /** @type {const} */ (['performance', 'accessibility', 'best-practices', 'seo']);

/**
 * Lighthouse's slowdown factor of four simulates a mid-range phone on a machine with this benchmark
 * index. On slower machines the factor is reduced proportionally; on faster ones it stays four.
 */
const referenceIndex = 1500;
const slowdown = 4;

/**
 * `npm run lighthouse`: runs Lighthouse (mobile, simulated slow 4G) on the home page, a product page, the
 * one with the most photos and marks, a model page and a comparison of a new demo. Fails below 100. Performance is the median of several runs, because other
 * load affects single runs; the other categories must be 100 in every run.
 *
 * Options after `--`: `--runs N` (5) per page, `--at URL` for a running demo.
 */
await main(async () => {
  const { at, runs } = parseArgs({
    options: { at: { type: 'string' }, runs: { type: 'string', default: '5' } },
  }).values;
  const { node, env } = await prepare({ build: !at });
  const browser = { ...env, CHROME_PATH: await findTestBrowser(env) };
  const tool = await fetchTool(node, env);
  const measureAll = async (/** @type {string} */ baseUrl) => {
    const pages = await findPages(baseUrl);
    const visit = (/** @type {string} */ page, factor = slowdown) =>
      retry(() => once(tool, page, browser, node, factor));
    const factor = await step('First visits', () => fairSlowdown(pages, visit));
    const lines = [];
    for (const page of pages) {
      lines.push(await step(page, () => measure(page, () => visit(page, factor), Number(runs))));
    }
    return report(lines, factor);
  };
  return at ? measureAll(at) : withDemo({ node, env }, measureAll);
});

/**
 * The pages to measure.
 *
 * @param {string} baseUrl
 */
async function findPages(baseUrl) {
  const products = await getJson(`${baseUrl}/allproducts?limit=100&available=true`);
  const ids = products.map((/** @type {{ _id: string }} */ { _id }) => _id);
  let [fullest, most] = [ids[0], 0];
  for (const id of ids) {
    const { photos, defects } = await getJson(`${baseUrl}/api/listings/${id}`);
    const count = photos.length + (defects?.length ?? 0);
    if (count > most) [fullest, most] = [id, count];
  }
  const models = await getJson(`${baseUrl}/api/models`);
  const offered = models.reduce(
    (/** @type {{ offers: number }} */ a, /** @type {{ offers: number }} */ b) =>
      b.offers > a.offers ? b : a,
  );
  return [
    `${baseUrl}/`,
    `${baseUrl}/products/${ids[0]}`,
    `${baseUrl}/products/${fullest}`,
    `${baseUrl}/models/${offered.slug}`,
    `${baseUrl}/compare?ids=${ids.slice(0, 4).join(',')}`,
  ];
}

/** @param {string} url */
async function getJson(url) {
  const response = await fetch(url).catch(() => {
    throw new StepFailed(`No Redial is running at ${new URL(url).origin}`);
  });
  if (!response.ok) throw new StepFailed(`${url} responded with ${response.status}`);
  return response.json();
}

/**
 * Installs Lighthouse (pinned) on demand, because nothing else needs it.
 *
 * @param {string} node @param {NodeJS.ProcessEnv} env
 */
async function fetchTool(node, env) {
  const dir = path.join(root, '.runtime/lighthouse');
  const program = path.join(dir, 'node_modules/lighthouse/cli/index.js');
  const wanted = await readFile(path.join(root, 'tooling/lighthouse/package-lock.json'), 'utf8');
  const there = await readFile(path.join(dir, 'package-lock.json'), 'utf8').catch(() => '');
  if (there === wanted && existsSync(program)) return program;
  await step('Fetching Lighthouse', async () => {
    await mkdir(dir, { recursive: true });
    for (const file of ['package.json', 'package-lock.json']) {
      await copyFile(path.join(root, 'tooling/lighthouse', file), path.join(dir, file));
    }
    const npm = findNpm(node);
    const args = [...npm.args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { code, output } = await run(npm.command, args, { cwd: dir, env });
    if (code !== 0) throw new StepFailed('Lighthouse could not be fetched (npm ci failed)', output);
  });
  return program;
}

/**
 * The first visit of each page warms the server and is not counted. It measures the machine's
 * speed; other load makes it appear slower, so the fastest result counts.
 *
 * @param {string[]} pages @param {(page: string) => ReturnType<typeof once>} visit
 * @returns the slowdown factor.
 */
async function fairSlowdown(pages, visit) {
  const indexes = [];
  for (const page of pages) indexes.push((await visit(page)).index);
  return Math.max(1, slowdown * Math.min(1, Math.max(...indexes) / referenceIndex));
}

/** @param {string} page @param {() => ReturnType<typeof once>} visit @param {number} runs */
async function measure(page, visit, runs) {
  const results = [];
  while (results.length < runs) results.push(await visit());
  const bySpeed = [...results].sort((a, b) => a.scores.performance - b.scores.performance);
  const median = bySpeed[Math.floor(runs / 2)] ?? results[0];
  const scores = { ...median.scores };
  for (const name of categories.slice(1)) {
    scores[name] = Math.min(...results.map((result) => result.scores[name]));
  }
  return {
    ...median,
    scores,
    page,
    runs,
    worst: bySpeed[0].scores.performance,
    best: bySpeed.at(-1)?.scores.performance,
    failed: [...new Set(results.flatMap((result) => result.failed))],
  };
}

/**
 * Lighthouse sometimes loses its trace on a busy machine and then has to be run again.
 *
 * @template T @param {() => Promise<T>} visit @returns {Promise<T>}
 */
async function retry(visit, attempts = 3) {
  try {
    return await visit();
  } catch (error) {
    if (attempts <= 1 || !(error instanceof StepFailed)) throw error;
    return retry(visit, attempts - 1);
  }
}

/**
 * @param {string} tool @param {string} page @param {NodeJS.ProcessEnv} env @param {string} node
 * @param {number} factor
 */
async function once(tool, page, env, node, factor) {
  const { dir, remove } = await createTemporaryDirectory('redial-lighthouse-');
  const file = path.join(dir, 'report.json');
  try {
    const { code, output } = await run(
      node,
      [
        tool,
        page,
        '--quiet',
        '--no-enable-error-reporting',
        '--output=json',
        `--output-path=${file}`,
        `--only-categories=${categories.join(',')}`,
        `--throttling.cpuSlowdownMultiplier=${factor.toFixed(2)}`,
        // Kiosk mode: otherwise a whole browser, without the headless shell, draws its tabs and buttons
        // on the same processors while the page loads.
        '--chrome-flags=--headless --kiosk --no-sandbox --disable-gpu',
      ],
      { env },
    );
    if (code !== 0) throw new StepFailed('Lighthouse failed', output);
    return readReport(JSON.parse(await readFile(file, 'utf8')));
  } finally {
    await remove();
  }
}

/** @param {any} report Lighthouse's own. */
function readReport({ categories: found, audits, environment }) {
  const value = (/** @type {string} */ audit) => audits[audit].numericValue;
  const ids = categories
    .slice(1)
    .flatMap((name) => found[name].auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 1)
    .map(({ id }) => id);
  const scripts = audits['network-requests'].details.items
    .filter((/** @type {any} */ { resourceType }) => resourceType === 'Script')
    .reduce((/** @type {number} */ sum, /** @type {any} */ item) => sum + item.transferSize, 0);
  return {
    scores: /** @type {Record<string, number>} */ (
      Object.fromEntries(categories.map((name) => [name, Math.round(found[name].score * 100)]))
    ),
    index: environment.benchmarkIndex,
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
    scripts,
    failed: ids,
  };
}

/** @param {Awaited<ReturnType<typeof measure>>[]} lines @param {number} factor @returns the exit code. */
function report(lines, factor) {
  const seconds = (/** @type {number} */ value) => `${(value / 1000).toFixed(2)} s`;
  const kilobytes = (/** @type {number} */ value) => `${(value / 1000).toFixed(1)} kB`;
  for (const line of lines) {
    const { scores, page, runs, worst, best, index, failed } = line;
    const rows = [
      ['', new URL(page).pathname],
      ...categories.map((name) => [
        name,
        `${scores[name]}${name === 'performance' ? ` (median of ${runs}: ${worst} to ${best})` : ''}`,
      ]),
      ['first paint', seconds(line.firstPaint)],
      ['largest paint', seconds(line.largestPaint)],
      ['blocked', `${Math.round(line.blocking)} ms`],
      ['shift', line.shift.toFixed(3)],
      ['transferred', kilobytes(line.bytes)],
      ['of it scripts', kilobytes(line.scripts)],
      ['machine', `benchmark index ${Math.round(index)}, slowed down ${factor.toFixed(1)} times`],
      ...(failed.length > 0 ? [['found', failed.join(', ')]] : []),
    ];
    const text = rows.map(([name = '', what]) => `${name.padEnd(16)}${what}`).join('\n');
    process.stdout.write(`\n${text}\n`);
  }
  const whole = lines.every(({ scores }) => categories.every((name) => scores[name] === 100));
  process.stdout.write(`\n${whole ? 'All are 100' : 'Not all are 100'}\n`);
  return whole ? 0 : 1;
}
