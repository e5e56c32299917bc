import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './db/client.ts';
import type { ReadReplicas } from './db/read-replicas.ts';
import type { Jobs } from './platform/jobs.ts';
import type { RevisionReader } from './platform/response-cache/catalogue-revision.ts';
import type { CardPayments } from './ports/card-payments.ts';
import type { Clock } from './ports/clock.ts';
import type { AccountAdministration, Identity } from './ports/identity.ts';
import type { ImageHost, ImageStore } from './ports/image-store.ts';
import type { Mailer } from './ports/mailer.ts';
import type { Payouts } from './ports/payouts.ts';
import type { PushSender } from './ports/push-sender.ts';
import type { Tracing } from './ports/tracing.ts';
import type { Settings } from './settings.ts';

/** The dependencies of use cases; each declares the ones it needs with `Pick`. */
export interface Deps {
  readonly db: Database;
  /** Moves public reads to standbys; `undefined` where there are none. */
  readonly replicas?: Pick<ReadReplicas, 'read'> | undefined;
  /** Tells what public data has changed; without it, everything is read each time. */
  readonly revisions?: Omit<RevisionReader, 'close'> | undefined;
  readonly identity: Identity;
  /** Administration of the accounts at the identity provider, to grant roles. */
  readonly accounts: AccountAdministration;
  readonly cardPayments: CardPayments;
  readonly payouts: Payouts;
  readonly imageStore: ImageStore;
  /** An external host that stores new images in place of `imageStore`, if configured. */
  readonly imageHost?: ImageHost | undefined;
  readonly mailer: Mailer;
  /** Sends notifications to browsers; `undefined` where no key is configured. */
  readonly push?: PushSender | undefined;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
  /** Records where time goes; `undefined` where traces are off. */
  readonly tracing?: Tracing | undefined;
}
