import { addProductWithPhoto } from './add-product-with-photo.ts';
import { testWithProviders } from './test-with-providers.ts';

const test = testWithProviders('image-host');
test.describe.configure({ timeout: 120_000 });

test('a product is listed with a photo at an external image host; while it is down an error shows', async ({
  page,
  elsewhere: { fakes },
}) => {
  const host = fakes['image-host'];
  await addProductWithPhoto(page, host, `${host.settings.IMAGE_HOST_URL}/kept/`);
});
