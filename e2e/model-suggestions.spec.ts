import { signUpSellerByApi } from './api-helpers.ts';
import { expect, openPage, signIn, test } from './page-helpers.ts';

test('the product name suggests models: by keyboard, filling category and original price, which stay editable', async ({
  page,
}) => {
  const seller = await signUpSellerByApi();
  await signIn(page, seller.email);
  await openPage(page, '/dashboard/addproduct');
  const name = page.getByRole('combobox', { name: 'Product name' });
  const price = page.getByLabel('Original price');
  await name.pressSequentially('iphone 13 pr');
  const options = page.getByRole('option', { name: /iPhone 13 Pro/ });
  await expect(options.first()).toBeVisible();
  await expect(name).toHaveAttribute('aria-expanded', 'true');
  await name.press('ArrowDown');
  const active = await name.getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('aria-selected', 'true');
  await name.press('Enter');
  await expect(name).toHaveValue(/^iPhone 13 Pro/);
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByLabel('Category')).toHaveValue('Iphone');
  await expect(price).toHaveValue(/^\d+$/);
  await expect(page.getByText(/^Category Iphone, original price \$/)).toBeAttached();

  // A price that the seller has typed stays when another model is chosen.
  await price.fill('777');
  await name.fill('galaxy s23');
  await page
    .getByRole('option', { name: /Galaxy S23/ })
    .first()
    .click();
  await expect(page.getByLabel('Category')).toHaveValue('Samsung');
  await expect(price).toHaveValue('777');
  await page.getByLabel('Category').selectOption('Xiaomi');

  // Any other name can be entered; Escape closes the list and leaves the text.
  await name.fill('redmi');
  await expect(page.getByRole('listbox')).toBeVisible();
  await name.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(name).toHaveValue('redmi');
});
