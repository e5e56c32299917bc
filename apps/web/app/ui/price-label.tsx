import type { PriceEstimate } from '@redial/contract';
import { Equal, TrendingDown, TrendingUp } from 'lucide-react';
import { Badge } from './badge.tsx';

type ShownPriceLabel = NonNullable<PriceEstimate['label']>;

const looks = {
  great: { text: 'Great price', tone: 'good', Icon: TrendingDown },
  fair: { text: 'Fair price', tone: 'neutral', Icon: Equal },
  high: { text: 'High price', tone: 'neutral', Icon: TrendingUp },
} as const;

/** How a price compares with what such a phone is worth. */
export function PriceLabel({ label }: { label: ShownPriceLabel }) {
  const { text, tone, Icon } = looks[label];
  return (
    <Badge tone={tone}>
      <Icon className="size-3.5" aria-hidden="true" />
      {text}
    </Badge>
  );
}
