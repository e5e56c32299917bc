import type { ReviewContent } from '@redial/contract';
import type { reviews } from '../../db/schema/index.ts';
import { hideContactsIn } from '../../platform/contact-filter/index.ts';

type ReviewRow = typeof reviews.$inferSelect;

/** What a review says, in the contract's form. */
export const toContent = (row: ReviewRow): ReviewContent => ({
  stars: row.stars,
  text: row.text,
  points: {
    ...(row.asDescribed === null ? {} : { asDescribed: row.asDescribed }),
    ...(row.communication === null ? {} : { communication: row.communication }),
    ...(row.handover === null ? {} : { handover: row.handover }),
  },
});

/** The reply to a review; none if there is none, or if it was deleted with its author's account. */
export const toReply = ({ reply, repliedAt }: ReviewRow) =>
  reply && repliedAt ? { text: reply, at: repliedAt.toISOString() } : null;

/** The first name and the initial of the last one, without contact data: `Nora L.` */
export function toPublicName(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = ''] = words;
  const initial = words.length > 1 ? [...(words.at(-1) ?? '')][0] : undefined;
  return hideContactsIn(initial === undefined ? first : `${first} ${initial}.`);
}
