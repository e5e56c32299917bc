import { formatPrice, savedSearchHref, storageText, toDollars } from '@redial/contract';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import {
  type FoundPhone,
  findDueAlerts,
  type SearchAlert,
  takeAlert,
} from '../saved-searches/index.ts';
import { notify } from './notify.ts';
import { phoneName } from './order-mails.ts';

/** Alerts looked up at a time. */
const batchSize = 100;
/** Phones listed in one alert; the others are counted. */
const maxListed = 10;

/**
 * Notifies the users whose saved searches have found phones, once for each due alert. One transaction per
 * alert: an interrupted run is completed by the next one.
 *
 * @returns the number of alerts.
 */
export async function sendSearchAlerts(
  { db, clock, settings, jobs }: Pick<Deps, 'db' | 'clock' | 'settings' | 'jobs'>,
  stopping?: AbortSignal,
): Promise<number> {
  let sent = 0;
  for (;;) {
    const now = clock.now();
    const due = await findDueAlerts(db, now, batchSize);
    for (const id of due) {
      if (stopping?.aborted) return sent;
      const isSent = await inTransaction(db, async (tx) => {
        const alert = await takeAlert(tx, id, now);
        if (!alert) return false;
        const { about, content } = composeAlert(alert, settings.publicUrl);
        await notify(tx, settings, alert.user, about, content);
        return true;
      });
      if (isSent) sent += 1;
    }
    if (due.length < batchSize) break;
  }
  if (sent > 0) jobs.trigger('dispatch-outbox');
  return sent;
}

function composeAlert({ search, dueAt, phones }: SearchAlert, publicUrl: string) {
  const [first] = phones;
  const isOne = phones.length === 1 && first !== undefined;
  const more = phones.length - maxListed;
  const heading = isOne
    ? 'A new phone for your search'
    : `${phones.length} new phones for your search`;
  const summary = isOne ? describe(first) : `From ${first ? priceOf(first) : ''}`;
  return {
    about: {
      kind: 'searches',
      key: `saved-search:${search.id}:${dueAt.toISOString()}`,
      subject: isOne ? ({ type: 'product', id: first.id, title: phoneName(first) } as const) : null,
    },
    content: {
      subject: `${heading}: ${search.name}`,
      preview: `“${search.name}”: ${summary}`,
      heading,
      paragraphs: [
        `Your saved search “${search.name}” has found:`,
        ...phones.slice(0, maxListed).map(describe),
        ...(more > 0 ? [`And ${more} more.`] : []),
      ],
      action: isOne
        ? { label: 'See the phone', url: `${publicUrl}/products/${first.id}` }
        : { label: 'See the phones', url: publicUrl + savedSearchHref(search.filters) },
      note: `Change, pause or delete this search at ${publicUrl}/dashboard/saved-searches`,
    },
  } as const;
}

/** Apple iPhone 13, 128 GB, good condition, $310. */
const describe = (phone: FoundPhone): string =>
  [
    phoneName(phone),
    ...(phone.storageGb === null ? [] : [storageText(phone.storageGb)]),
    `${phone.condition} condition`,
    priceOf(phone),
  ].join(', ');

const priceOf = ({ priceCents }: FoundPhone): string => formatPrice(toDollars(priceCents));
