import type { Locator, Page } from '@playwright/test';
import { addProduct, signUpSellerByApi } from './api-helpers.ts';
import { expect, openPage, test } from './page-helpers.ts';

// The focus ring is visible on every side and not clipped.

/** Distances in pixels from a card at which its focus ring is drawn. */
const around = [3, 4, 5, 6, 7] as const;

/** Samples the painted colours next to the middle of each side of a card. */
async function sidesOf(page: Page, card: Locator): Promise<Record<string, string[]>> {
  const box = await card.boundingBox();
  if (!box) throw new Error('the card is not on the page');
  const { x, y, width, height } = box;
  const [middle, centre] = [x + width / 2, y + height / 2];
  const places = {
    top: around.map((by) => [middle, y - by]),
    bottom: around.map((by) => [middle, y + height + by]),
    left: around.map((by) => [x - by, centre]),
    right: around.map((by) => [x + width + by, centre]),
  };
  const picture = (await page.screenshot()).toString('base64');
  return page.evaluate(
    async ({ picture, places }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${picture}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d', {
        willReadFrequently: true,
      });
      if (!canvas) throw new Error('there is no canvas');
      canvas.drawImage(image, 0, 0);
      const colour = ([x = 0, y = 0]: number[]) =>
        canvas.getImageData(Math.round(x), Math.round(y), 1, 1).data.join();
      return Object.fromEntries(
        Object.entries(places).map(([side, points]) => [side, points.map(colour)]),
      );
    },
    { picture, places },
  );
}

/** Focuses a card's link by keyboard and checks that the colours on each side change. */
async function expectRing(page: Page, card: Locator): Promise<void> {
  // Smooth scrolling would move the card while it is sampled.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const link = card.getByRole('link').first();
  await link.focus();
  // By keyboard, so that `:focus-visible` applies.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await card.evaluate((element) =>
    element.scrollIntoView({ block: 'center', behavior: 'instant' }),
  );
  const look = () => sidesOf(page, card);
  const focused = await look();
  await link.evaluate((element) => element.blur());
  // The ring may disappear one frame later.
  for (const side of ['top', 'bottom', 'left', 'right']) {
    await expect.poll(async () => (await look())[side], side).not.toEqual(focused[side]);
  }
}

for (const width of [360, 1440]) {
  test(`the focus ring of a card in a list is complete at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openPage(page, '/');
    const cards = page.getByRole('region', { name: 'Explore All' }).getByRole('article');
    await expectRing(page, cards.nth(1));
  });

  test(`the focus ring of a similar product is complete at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const phone = await addProduct(await signUpSellerByApi());
    await openPage(page, `/products/${phone.id}`);
    await expectRing(
      page,
      page.getByRole('region', { name: 'Similar' }).getByRole('article').first(),
    );
  });
}

test('the name of a card does not move when its link is scrolled into view', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const name = `Phone ${'with a very long name '.repeat(5)}`.slice(0, 118);
  await addProduct(await signUpSellerByApi(), { name: name.trim() });
  await openPage(page, '/search?q=very%20long%20name');
  const titles = page.getByRole('article').getByRole('heading');
  const [scrolled, cut] = await titles.evaluateAll((all) => {
    for (const { firstElementChild: link } of all) link?.scrollIntoView({ inline: 'center' });
    const cut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
      scrollWidth > clientWidth || scrollHeight > clientHeight;
    return [
      all.filter(({ scrollLeft, scrollTop }) => scrollLeft > 0 || scrollTop > 0).length,
      all.filter(cut).length,
    ];
  });
  expect(cut).toBeGreaterThan(0);
  expect(scrolled).toBe(0);
});
