import { handOver, payOrder } from './api-helpers.ts';
import { expectAccessible } from './axe.ts';
import { expect, openPage, test } from './page-helpers.ts';
import { openParties, ways } from './trade-helpers.ts';

const scratch = { part: 'back', kind: 'scratch', visibleFrom: 'closer-than-20cm', side: 'back' };

// Two or three browsers, and axe: some seconds, and minutes where other load shares the processor.
test.describe.configure({ timeout: 300_000 });

for (const way of ways) {
  test(`a buyer cites a defect that the listing lacks, and both agree on a part of the price, ${way.name}`, async ({
    browser,
  }) => {
    const { buyer, seller } = await openParties(browser, way);
    const { page: buyers } = buyer;
    const { page: sellers } = seller;
    const orderId = await payOrder(buyer, seller, {
      prepare: (id) =>
        seller.call('PUT', `/api/listings/${id}/defects`, {
          defects: [{ ...scratch, x: 0.4, y: 0.3 }],
        }),
    });
    await handOver(orderId, buyer, seller);

    await openPage(buyers, `/dashboard/orders/${orderId}/dispute`);
    await expect(buyers.getByText('Scratch on the back, seen only from').first()).toBeVisible();
    await way.choose(buyers.getByRole('radio', { name: 'Not as described' }));
    const kinds = buyers.getByLabel('Defect', { exact: true }).getByRole('option');
    await buyers.getByLabel('Part', { exact: true }).selectOption('back');
    await expect(kinds.filter({ hasText: /^Scratch$/ })).toHaveCount(0);
    await buyers.getByLabel('Part', { exact: true }).selectOption('screen');
    await buyers.getByLabel('Defect', { exact: true }).selectOption('scratch');
    await way.press(buyers.getByRole('button', { name: 'Add this defect' }));
    await buyers.getByLabel('2. What happened?').fill('There is a scratch on the screen.');
    await way.press(buyers.getByRole('button', { name: 'Report the problem' }));
    await expect(buyers).toHaveURL(/\/disputes\//);
    const path = new URL(buyers.url()).pathname;
    await expect(buyers.getByText('Not in the listing: Scratch on the screen')).toBeVisible();
    const ordered = buyers.getByRole('region', { name: 'As it was ordered' });
    await expect(ordered.getByText('Scratch on the back, seen only from')).toBeVisible();

    await openPage(sellers, path);
    await expect(sellers.getByText('There is a scratch on the screen.')).toBeVisible();
    await sellers.getByLabel('The buyer gets back, in dollars').fill('60');
    await way.press(sellers.getByRole('button', { name: 'Propose', exact: true }));
    await expect(sellers.getByText('gets $60 back')).toBeVisible();
    await openPage(buyers, path);
    await expectAccessible(buyers);
    await way.press(buyers.getByRole('button', { name: /^Accept/ }));
    const question = buyers.getByRole('alertdialog');
    await way.press(question.getByRole('button', { name: 'Accept' }));
    await expect(buyers.getByText('Agreed:')).toBeVisible();
    await openPage(buyers, `/dashboard/orders/${orderId}`);
    await expect(
      buyers.getByText('$60 of $389 went back to the buyer, the rest to the seller.'),
    ).toBeVisible();
    await openPage(sellers, `/dashboard/orders/${orderId}`);
    await expect(sellers.getByText('$312.55 is on your balance.')).toBeVisible();
  });
}
