import { addProductWithPhoto } from './add-product-with-photo.ts';
import { testWithProviders } from './test-with-providers.ts';

const test = testWithProviders('image-host');
test.describe.configure({ timeout: 120_000 });

test('a phone is listed with a photograph that a host outside keeps; while it is down that is told', async ({
  page,
  elsewhere: { fakes },
}) => {
  const host = fakes['image-host'];
  await addProductWithPhoto(page, host, `${host.settings.IMAGE_HOST_URL}/kept/`);
});
