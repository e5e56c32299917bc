import { type ReviewContent, reviewPoints } from '@redial/contract';
import { Stars } from '../../ui/stars.tsx';
import { pointLabels } from './review-texts.ts';

/** Stars, text and points of a review. */
export function ReviewBody({
  content: { stars, text, points },
  reply,
}: {
  content: ReviewContent;
  reply: { text: string } | null;
}) {
  const rated = reviewPoints.filter((point) => points[point] !== undefined);
  return (
    <div className="grid gap-2">
      <Stars value={stars} />
      {text && (
        <p className="wrap-anywhere max-w-prose whitespace-pre-line" dir="auto">
          {text}
        </p>
      )}
      {rated.length > 0 && (
        <p className="text-ink-soft text-sm">
          {rated.map((point) => `${pointLabels[point]} ${points[point]}/5`).join(', ')}
        </p>
      )}
      {reply && (
        <div className="mt-1 border-line border-l-2 pl-4 text-sm">
          <p className="font-semibold">Reply</p>
          <p className="wrap-anywhere max-w-prose whitespace-pre-line text-ink-soft" dir="auto">
            {reply.text}
          </p>
        </div>
      )}
    </div>
  );
}
