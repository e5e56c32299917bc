import { addProduct } from '@redial/contract';
import { createJournal, type Journal } from '../../apps/api/test/crash/journal.ts';
import { createRandom } from '../../apps/api/test/crash/random.ts';
import {
  createRecordingClient,
  type RecordingClient,
} from '../../apps/api/test/crash/recording-client.ts';
import { createWorkload } from '../../apps/api/test/crash/workload.ts';
import { newProductInput } from '../../apps/api/test/test-app.ts';
import { checkFreshness, type FreshnessCheck } from './freshness.ts';
import { drawPicture, signUpSeller } from './seller.ts';

export interface Load {
  readonly client: RecordingClient;
  readonly journal: Journal;
  readonly freshness: FreshnessCheck;
  stop(): Promise<void>;
}

/** Number of users who act at the same time. */
const concurrency = 10;

/**
 * Simulates users who list, order, pay, write messages, ship, dispute and are paid out, through the load
 * balancer, and records what is acknowledged. Meanwhile the replicas' responses are compared with the
 * acknowledged changes of one phone.
 */
export async function startLoad(address: string, replicaUrls: readonly string[]): Promise<Load> {
  const journal = createJournal();
  const client = createRecordingClient({ address, journal });
  const { seller, img } = await signUpSeller(client, 'freshness');
  const name = 'Freshphone';
  const body = newProductInput({ img, name, resalePrice: 100 });
  const made = await client.request(addProduct, { body, token: seller.token });
  if (!made) throw new Error(`Nothing can be listed: ${JSON.stringify(client.counts)}`);

  const image = await drawPicture();
  const workload = createWorkload({ client, journal, random: createRandom(1), image });
  const working = workload.run(concurrency);
  const freshness = checkFreshness({
    client,
    seller,
    product: { id: made.insertedId, img, name },
    replicaUrls,
  });
  return {
    client,
    journal,
    freshness,
    stop: async () => {
      workload.stop();
      await Promise.all([working, freshness.stop()]);
    },
  };
}
