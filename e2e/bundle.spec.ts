import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { openPage } from './page-helpers.ts';

/** Maximum bytes of compressed JavaScript on first load; more on the dashboard and on disputes. */
const maxBytes = (id: string) => (/^routes\/(dashboard\/|dispute$)/.test(id) ? 170_000 : 150_000);

interface Part {
  readonly module: string;
  readonly imports?: readonly string[];
}
interface Manifest {
  readonly entry: Part;
  readonly routes: Readonly<Record<string, Part & { readonly parentId?: string }>>;
}

const client = path.join(import.meta.dirname, '../apps/web/build/client');

async function manifest(): Promise<Manifest> {
  const assets = path.join(client, 'assets');
  const name = (await readdir(assets)).find((file) => /^manifest-.*\.js$/.test(file));
  const text = await readFile(path.join(assets, name ?? 'manifest.js'), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}

/** A route with its parent route. */
function chain(routes: Manifest['routes'], id: string | undefined): Part[] {
  const route = id === undefined ? undefined : routes[id];
  return route ? [route, ...chain(routes, route.parentId)] : [];
}

test('first load takes at most 150 kB of compressed JavaScript per route, 170 kB in the dashboard', async () => {
  const built = await manifest();
  const ids = Object.keys(built.routes);
  expect(ids.length).toBeGreaterThan(20);
  const weights = await Promise.all(
    ids.map(async (id) => {
      const parts = [built.entry, ...chain(built.routes, id)];
      const files = new Set(parts.flatMap(({ module, imports = [] }) => [module, ...imports]));
      const sizes = await Promise.all(
        [...files].map(async (file) => (await stat(path.join(client, `${file}.br`))).size),
      );
      return { id, bytes: sizes.reduce((sum, size) => sum + size, 0) };
    }),
  );
  for (const { id, bytes } of weights) {
    expect(bytes, id).toBeGreaterThan(50_000);
    expect(bytes, id).toBeLessThan(maxBytes(id));
  }
});

test('scripts contain no documentation of the contract', async () => {
  const assets = path.join(client, 'assets');
  const scripts = (await readdir(assets)).filter((file) => file.endsWith('.js'));
  const texts = await Promise.all(scripts.map((file) => readFile(path.join(assets, file), 'utf8')));
  expect(texts.filter((text) => text.includes('/create-payment-intent'))).not.toEqual([]);
  expect(texts.filter((text) => text.includes('Create the payment intent of an order'))).toEqual(
    [],
  );
});

/** Collects what the scripts that a page loads transfer. */
function countScripts(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    const transferred = request.sizes();
    sizes.push(
      transferred.then(
        ({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize,
      ),
    );
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function expectWithinBudget(scripts: () => Promise<number>): Promise<void> {
  const bytes = await scripts();
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(150_000);
}

for (const screen of ['home page', 'product page']) {
  test(`the ${screen} loads at most 150 kB of scripts before the first interaction`, async ({
    page,
  }) => {
    const [product] = await (await page.request.get('/allproducts?limit=1&available=true')).json();
    const scripts = countScripts(page);
    await openPage(page, screen === 'home page' ? '/' : `/products/${product._id}`);
    // Scripts that effects import after hydration.
    await page.waitForLoadState('networkidle');
    await expectWithinBudget(scripts);
  });
}

/** The demo phone with the most photos and marks. */
async function findFullestPhone(page: Page): Promise<string> {
  const products = await (await page.request.get('/allproducts?limit=100&available=true')).json();
  for (const { _id: id } of products) {
    const { photos, defects } = await (await page.request.get(`/api/listings/${id}`)).json();
    if (photos.length === 10 && defects?.length === 20) return id;
  }
  throw new Error('no demo phone has ten photos and twenty marks');
}

/** Sums up the layout shifts of a page from its first paint on. */
const recordShifts = () => {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
      const { dataset } = document.documentElement;
      dataset.shift = String(Number(dataset.shift ?? 0) + entry.value);
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

for (const width of [360, 1440]) {
  test(`a phone with ten photos and twenty marks loads at most 150 kB of scripts, and nothing moves at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const id = await findFullestPhone(page);
    const scripts = countScripts(page);
    await page.addInitScript(recordShifts);
    await openPage(page, `/products/${id}`);
    await page.waitForLoadState('networkidle');
    await expectWithinBudget(scripts);
    await expect(page.getByRole('heading', { name: 'Condition', exact: true })).toBeAttached();
    // Reading it to its end loads the script of the sections, and the photos.
    for (let step = 0; step < 30; step++) await page.mouse.wheel(0, 450);
    await expect(page.getByRole('contentinfo')).toBeInViewport();
    await page.waitForLoadState('networkidle');
    const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
    expect(shift).toBeLessThan(0.005);
  });
}
