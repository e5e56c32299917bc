import { handOver, payOrder, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expectAccessible } from './axe.ts';
import { demoEmails, expect, expectToast, openPage, signIn, test } from './page-helpers.ts';
import { newImei, openBrowser, openParties, passDeadline, ways } from './trade-helpers.ts';

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
    await expect(buyers.getByRole('radio', { name: 'Not received' })).toHaveCount(0);
    await way.choose(buyers.getByRole('radio', { name: 'Not as described' }));
    const kinds = buyers.getByLabel('Defect', { exact: true }).getByRole('option');
    await buyers.getByLabel('Part', { exact: true }).selectOption('back');
    await expect(kinds.filter({ hasText: /^Scratch$/ })).toHaveCount(0);
    await buyers.getByLabel('Part', { exact: true }).selectOption('screen');
    await buyers.getByLabel('Defect', { exact: true }).selectOption('scratch');
    await way.press(buyers.getByRole('button', { name: 'Add this defect' }));
    const what = buyers.getByLabel('2. What happened?');
    await way.press(buyers.getByRole('button', { name: 'Report the problem' }));
    await expect(buyers.getByText('Say what happened')).toBeVisible();
    await expect(what).toBeFocused();
    await what.fill('There is a scratch on the screen.');
    await buyers.reload();
    await expect(what).toHaveValue('There is a scratch on the screen.');
    await expect(
      buyers.getByRole('button', { name: 'Remove: Scratch on the screen' }),
    ).toBeVisible();
    await way.press(buyers.getByRole('button', { name: 'Report the problem' }));
    await expect(buyers).toHaveURL(/\/disputes\//);
    const path = new URL(buyers.url()).pathname;
    await expect(buyers.getByText('Not in the listing: Scratch on the screen')).toBeVisible();
    const ordered = buyers.getByRole('region', { name: 'As it was ordered' });
    await expect(ordered.getByText('Scratch on the back, seen only from')).toBeVisible();

    await openPage(sellers, path);
    await expect(sellers.getByText('There is a scratch on the screen.')).toBeVisible();
    const message = sellers.getByLabel('Your message');
    await way.press(sellers.getByRole('button', { name: 'Send', exact: true }));
    await expect(sellers.getByText('Write your message')).toBeVisible();
    await expect(message).toBeFocused();
    await message.fill('It was not there when we met.');
    const refund = sellers.getByLabel('The buyer gets back, in dollars');
    await way.press(sellers.getByRole('button', { name: 'Propose', exact: true }));
    await expect(sellers.getByText('Enter how much the buyer gets back')).toBeVisible();
    await expect(refund).toBeFocused();
    await refund.fill('60');
    await sellers.reload();
    await expect(message).toHaveValue('It was not there when we met.');
    await expect(refund).toHaveValue('60');
    await way.press(sellers.getByRole('button', { name: 'Send', exact: true }));
    await expectToast(sellers, 'Your message is sent');
    await way.press(sellers.getByRole('button', { name: 'Propose', exact: true }));
    await expect(sellers.getByText('gets $60 back')).toBeVisible();
    await expect(refund).toHaveValue('');
    await sellers.reload();
    await expect(refund).toHaveValue('');
    await expect(message).toHaveValue('');
    await openPage(buyers, path);
    await expectAccessible(buyers);
    await way.press(buyers.getByRole('button', { name: /^Accept/ }));
    const question = buyers.getByRole('alertdialog');
    await way.press(question.getByRole('button', { name: 'Accept' }));
    await expect(buyers.getByText('Agreed:')).toBeVisible();
    await openPage(buyers, `/dashboard/orders/${orderId}`);
    await expect(
      buyers.getByText('$60 of $389 went back to you, the rest to the seller on '),
    ).toBeVisible();
    await expect(
      buyers.getByText('agreed by buyer and seller · Partial refund of $60'),
    ).toBeVisible();
    await openPage(sellers, `/dashboard/orders/${orderId}`);
    await expect(sellers.getByText('$312.55 went to your balance on ')).toBeVisible();
  });

  test(`an admin decides for a return, another phone comes back, and the seller is paid, ${way.name}`, async ({
    browser,
  }) => {
    const imeis = [newImei()];
    const { buyer, seller } = await openParties(browser, way);
    const { page: buyers } = buyer;
    const { page: sellers } = seller;
    const orderId = await payOrder(buyer, seller, {
      prepare: (id) => seller.call('PUT', `/api/listings/${id}/imei`, { imeis }),
    });
    await handOver(orderId, buyer, seller);
    const { insertedId } = await buyer.call<{ insertedId: string }>(
      'POST',
      `/api/orders/${orderId}/dispute`,
      { reason: 'does-not-work', text: 'Nobody hears me on calls.' },
    );
    const path = `/disputes/${insertedId}`;
    const itsReturn = `/dashboard/orders/${orderId}/return`;
    expect(await passDeadline(orderId)).toBe('dispute-response');

    const admins = await openBrowser(browser, way.viewport, demoEmails.admin);
    await openPage(admins, '/dashboard/disputes');
    const { listing } = await buyer.call<{ listing: { name: string } }>(
      'GET',
      `/api/orders/${orderId}`,
    );
    const row = admins.getByRole('row').filter({ hasText: listing.name });
    await expect(row).toContainText('Yours');
    await way.press(row.getByRole('link', { name: listing.name }));
    await expect(admins.getByText('Nobody hears me on calls.')).toBeVisible();
    const decide = async (label: RegExp, reason: string) => {
      await way.choose(admins.getByRole('radio', { name: label }));
      const field = admins.getByLabel('Reason, which both parties read');
      await way.press(admins.getByRole('button', { name: 'Decide' }));
      await expect(admins.getByText('Say why: both parties read it')).toBeVisible();
      await expect(field).toBeFocused();
      await field.fill(reason);
      await way.press(admins.getByRole('button', { name: 'Decide' }));
      await expectToast(admins, 'Your decision is recorded');
    };
    await decide(/^Return the phone/, 'A broken microphone is not in the listing.');

    await openPage(sellers, path);
    await expect(sellers.getByText('A broken microphone is not in the listing.')).toBeVisible();
    await way.press(sellers.getByRole('link', { name: 'Go to the return' }));
    await sellers.getByLabel('Address').fill('Selma Stone\nRua das Flores 12\nPorto');
    await way.press(sellers.getByRole('button', { name: 'Save the address' }));
    await expectToast(sellers, 'The buyer has the address');
    await openPage(buyers, itsReturn);
    await expect(buyers.getByText('Rua das Flores 12')).toBeVisible();
    await buyers.getByLabel('Tracking number').fill('1Z');
    await way.press(buyers.getByRole('button', { name: 'It is on its way' }));
    await expect(buyers.getByText('This is not a tracking number of UPS')).toBeVisible();
    await buyers.getByLabel('Carrier', { exact: true }).selectOption('Another carrier');
    await buyers.getByLabel('Name of the carrier').fill('CTT');
    await buyers.getByLabel('Tracking number').fill('RR123456785PT');
    await way.press(buyers.getByRole('button', { name: 'It is on its way' }));
    await expectToast(buyers, 'The return is recorded');
    await expect(buyers.getByText('CTT, RR123456785PT')).toBeVisible();
    await buyers.getByLabel('Carrier', { exact: true }).selectOption('UPS');
    await buyers.getByLabel('Tracking number').fill('1Z5R89390357567127');
    await way.press(buyers.getByRole('button', { name: 'Correct the shipment' }));
    await expect(buyers.getByRole('link', { name: /1Z5R89390357567127/ })).toHaveAttribute(
      'href',
      /ups\.com/,
    );
    await expectAccessible(buyers);

    await openPage(sellers, itsReturn);
    await way.press(sellers.getByText('It has not arrived', { exact: true }));
    await sellers.getByLabel('What the carrier says').fill('It does not know the number.');
    await expectAccessible(sellers);
    await way.press(sellers.getByRole('button', { name: 'Report that it has not arrived' }));
    await expectToast(sellers, 'It was sent less than 5 days ago: wait a little');
    const shown = sellers.getByLabel('IMEI that the phone shows');
    const confirm = sellers.getByRole('button', { name: 'Confirm the return' });
    for (const left of ['2 more tries', '1 more try']) {
      await shown.fill(newImei());
      await way.press(confirm);
      await expect(sellers.getByText(`This is another number. You have ${left}.`)).toBeVisible();
    }
    await expectAccessible(sellers);
    await shown.fill(newImei());
    await way.press(confirm);
    await expect(sellers).toHaveURL(path);
    await expect(sellers.getByText('Return refused')).toBeVisible();

    await openPage(admins, path);
    await decide(/^No refund/, 'Another phone came back.');
    await openPage(buyers, path);
    await expect(buyers.getByText('Another phone came back.')).toBeVisible();
    await openPage(sellers, `/dashboard/orders/${orderId}`);
    await expect(sellers.getByText('$369.55 went to your balance on ')).toBeVisible();
    await expectAccessible(admins);
  });
}

/** A dispute of people without browsers about a phone that was handed over. */
async function openDispute() {
  const [seller, buyer] = await Promise.all([
    signUpSellerByApi('Selma'),
    signUpByApi('Bo', 'buyer'),
  ]);
  const orderId = await payOrder(buyer, seller);
  await handOver(orderId, buyer, seller);
  const { insertedId: id } = await buyer.call<{ insertedId: string }>(
    'POST',
    `/api/orders/${orderId}/dispute`,
    { reason: 'does-not-work', text: 'Nobody hears me on calls.' },
  );
  return { seller, buyer, orderId, id };
}

test('a dispute whose return had no address in time says that the buyer was refunded', async ({
  page,
}) => {
  const { seller, buyer, orderId, id } = await openDispute();
  const proposals = `/api/disputes/${id}/proposals`;
  const proposal = await seller.call<{ insertedId: string }>('POST', proposals, {
    kind: 'return-and-refund',
  });
  await buyer.call('POST', `${proposals}/${proposal.insertedId}/acceptance`);
  expect(await passDeadline(orderId)).toBe('return-shipment');
  await signIn(page, buyer.email);
  await openPage(page, `/disputes/${id}`);
  const ended = page.getByText('The return has ended, and the buyer was refunded.');
  await expect(ended).toBeVisible();
  await expectAccessible(page, [360]);
  await page.goto(`/dashboard/orders/${orderId}/return`);
  await expect(page).toHaveURL(`/disputes/${id}`);
  await expect(ended).toBeVisible();
});

test('a dispute that the card provider has ended says so, and its proposals are gone', async ({
  page,
}) => {
  const { seller, buyer, id } = await openDispute();
  await seller.call('POST', `/api/disputes/${id}/proposals`, { kind: 'release' });
  await signIn(page, buyer.email);
  await openPage(page, `/disputes/${id}`);
  const accept = page.getByRole('button', { name: /^Accept/ });
  await expect(accept).toBeVisible();
  const dispute = await buyer.call<object>('GET', `/api/disputes/${id}`);
  await page.route(`**/api/disputes/${id}`, (route) =>
    route.fulfill({ json: { ...dispute, status: 'closed' } }),
  );
  await page.reload();
  await expect(page.getByText('The dispute ended when the buyer got the money')).toBeVisible();
  await expect(accept).toHaveCount(0);
});

test('the home of admins shows disputes that have run out of time', async ({ browser }) => {
  const admins = await openBrowser(browser, { width: 360, height: 800 }, demoEmails.admin);
  await openPage(admins, '/dashboard/allsellers');
  await expect(admins.getByRole('table')).toBeVisible();
  await expect(admins.getByText('Overdue')).toHaveCount(0);
  // Disputes last for weeks.
  await admins.route('**/api/disputes', async (route) => {
    const response = await route.fetch();
    const [first, ...others] = await response.json();
    await route.fulfill({ response, json: [{ ...first, overdue: true }, ...others] });
  });
  await admins.reload();
  await expect(admins.getByText('A dispute has run out of time.')).toBeVisible();
  await expectAccessible(admins);
  await admins.getByRole('link', { name: 'Decide' }).click();
  await expect(admins.getByRole('row', { name: /Overdue/ })).toBeVisible();
});
