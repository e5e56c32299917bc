import { addProduct, signUpSellerByApi } from './api-helpers.ts';
import { expectAccessible } from './axe.ts';
import { demoEmails, expect, expectToast, openPage, signIn, test } from './page-helpers.ts';
import { randomWord } from './random-word.ts';

test.describe.configure({ timeout: 120_000 });

test('a moderator lists a word, tries it out, finds in the log what it has caught, changes and removes it', async ({
  page,
}) => {
  const word = randomWord();
  const spelled = [...word].join('-');
  await signIn(page, demoEmails.moderator);
  await openPage(page, '/dashboard/moderation');
  await page.getByRole('link', { name: 'words' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Word Lists');
  const form = page.getByRole('form', { name: 'Add a word' });
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByText('Which word or phrase?')).toBeVisible();
  await form.getByLabel('Word or phrase').fill(word);
  await form.getByLabel('List', { exact: true }).selectOption('Others');
  await form.getByLabel('Adds to the risk score').fill('0');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByText('A whole number from 1 to 60')).toBeVisible();
  await form.getByLabel('Adds to the risk score').fill('12');
  await form.getByRole('button', { name: 'Add' }).press('Enter');
  await expectToast(page, `“${word}” is looked for from now on`);
  const row = page.getByRole('row').filter({ hasText: word });
  await expect(row.first()).toContainText('+12');

  const tryOut = page.getByRole('form', { name: 'Try a text out' });
  await tryOut.getByLabel('Text of a listing').fill(`Look, a ${spelled}!`);
  await tryOut.getByRole('button', { name: 'Try it out' }).click();
  await expect(tryOut.getByRole('status')).toContainText(
    `Adds 12 to the risk score:${spelled} · ${word} (+12, Others)`,
  );
  await tryOut.getByLabel('Text of a listing').fill('Nothing special');
  await tryOut.getByRole('button', { name: 'Try it out' }).click();
  await expect(tryOut.getByRole('status')).toHaveText('The lists find nothing in this text.');

  const phone = await addProduct(await signUpSellerByApi('Wanda'), {
    description: `With a ${spelled}.`,
  });
  await page.reload();
  const log = page.getByRole('table', { name: 'What the lists have found' });
  const caught = log.getByRole('row').filter({ hasText: word });
  await expect(caught).toContainText(spelled);
  await expect(caught).toContainText('Description');
  await expect(caught.getByRole('link', { name: phone.name })).toBeVisible();
  await expectAccessible(page, [360, 1440]);

  await page.getByRole('button', { name: `Change “${word}”` }).click();
  const dialog = page.getByRole('dialog', { name: `Change “${word}”` });
  await dialog.getByLabel('Holds the listing').selectOption('Always, for review');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, `“${word}” is changed`);
  await expect(row.first()).toContainText('Holds');
  await page.getByRole('button', { name: `Remove “${word}”` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, `“${word}” is no longer looked for`);
  await expect(caught).toContainText(spelled);
});
