import { listWithPhotograph } from './photograph.ts';
import { testElsewhere } from './servers.ts';

const test = testElsewhere('image-host');
test.describe.configure({ timeout: 120_000 });

test('a phone is listed with a photograph that a host outside keeps; while it is down that is told', async ({
  page,
  elsewhere: { standIns },
}) => {
  const host = standIns['image-host'];
  await listWithPhotograph(page, host, `${host.settings.IMAGE_HOST_URL}/kept/`);
});
