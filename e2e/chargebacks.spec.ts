import { handOver, payOrder } from './api-helpers.ts';
import { expectAccessible } from './axe.ts';
import { demoEmails, expect, expectToast, openPage, test } from './page-helpers.ts';
import { openBrowser, openParties, ways } from './trade-helpers.ts';

/** The sandbox's bank opens a chargeback some seconds after a payment with this card. */
const card = '4000000000000259';

/** A word in the evidence decides in the sandbox: https://docs.stripe.com/testing#evidence. */
const outcomes = [
  {
    outcome: 'won',
    evidence: 'winning_evidence',
    label: 'Won',
    entry: 'Chargeback rejected by the bank',
    buyers: /\$389 is held by Redial until you confirm/,
    sellers: 'Then you receive $369.55.',
  },
  {
    outcome: 'lost',
    evidence: 'losing_evidence',
    label: 'Lost',
    entry: 'Chargeback lost',
    buyers: /\$389 went back to your card/,
    sellers: "$389 went back to the buyer's card",
  },
];

// Two or three browsers, and axe: some seconds, and minutes where other load shares the processor.
test.describe.configure({ timeout: 300_000 });

for (const [index, { outcome, evidence, label, entry, ...texts }] of outcomes.entries()) {
  for (const way of ways) {
    test(`a chargeback freezes the money, an admin gives evidence, and it is ${outcome}, ${way.name}`, async ({
      browser,
    }) => {
      const { buyer, seller } = await openParties(browser, way);
      const { page: buyers } = buyer;
      const { page: sellers } = seller;
      const orderId = await payOrder(buyer, seller, { card });
      await handOver(orderId, buyer, seller);
      const path = `/dashboard/orders/${orderId}`;
      const frozenBy = (bank: string) =>
        new RegExp(`\\$389 is frozen since .*: ${bank} bank has opened a chargeback`);
      await expect(async () => {
        await openPage(sellers, path);
        await expect(sellers.getByText(frozenBy("the buyer's"))).toBeVisible({ timeout: 1000 });
      }).toPass({ timeout: 60_000 });
      await openPage(buyers, path);
      await expect(buyers.getByText(frozenBy('your'))).toBeVisible();
      await expect(buyers.getByRole('button', { name: 'Everything is fine' })).toHaveCount(0);
      if (index === 0) await Promise.all([expectAccessible(buyers), expectAccessible(sellers)]);

      const { listing } = await seller.call<{ listing: { name: string } }>(
        'GET',
        `/api/orders/${orderId}`,
      );
      const admins = await openBrowser(browser, way.viewport, demoEmails.admin);
      await openPage(admins, '/dashboard/ledger');
      const entryOf = admins.getByRole('listitem').filter({
        has: admins.getByRole('link', { name: listing.name }),
      });
      const draft = admins.getByLabel(`Evidence about ${listing.name}`);
      await expect(draft).toHaveValue(/Both parties confirmed the handover/);
      await draft.fill(`${await draft.inputValue()}\n\n${evidence}`);
      await way.press(entryOf.getByRole('button', { name: 'Submit the evidence' }));
      await expectToast(admins, 'The evidence goes to the bank');
      await expect(async () => {
        await openPage(admins, '/dashboard/ledger');
        await expect(entryOf.getByText(label, { exact: true })).toBeVisible({ timeout: 1000 });
      }).toPass({ timeout: 60_000 });
      const filter = admins.getByRole('search', { name: 'Chargebacks' });
      await filter.getByLabel('Filter', { exact: true }).fill(listing.name);
      await filter.getByLabel('State').selectOption(label === 'Won' ? 'Lost' : 'Won');
      await way.press(filter.getByRole('button', { name: 'Filter' }));
      await expect(admins.getByText('Nothing matches')).toBeVisible();
      await filter.getByLabel('State').selectOption(label);
      await way.press(filter.getByRole('button', { name: 'Filter' }));
      await expect(entryOf.getByText(label, { exact: true })).toBeVisible();

      await openPage(buyers, path);
      await expect(buyers.getByText(entry)).toBeVisible();
      await expect(buyers.getByText(texts.buyers)).toBeVisible();
      await openPage(sellers, path);
      await expect(sellers.getByText(texts.sellers)).toBeVisible();
      await expect(sellers.getByText(frozenBy("the buyer's"))).toHaveCount(0);
      if (index === 1) await Promise.all([expectAccessible(buyers), expectAccessible(sellers)]);
    });
  }
}
