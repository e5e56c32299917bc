import type { ShownPriceLabel } from '@redial/contract';
import { Equal, TrendingDown, TrendingUp } from 'lucide-react';
import { Badge } from './badge.tsx';
import { priceLabelText } from './price-label-text.ts';

const looks = {
  great: { tone: 'good', Icon: TrendingDown },
  fair: { tone: 'neutral', Icon: Equal },
  high: { tone: 'neutral', Icon: TrendingUp },
} as const;

/** How a price compares with what such a phone is worth. */
export function PriceLabel({ label }: { label: ShownPriceLabel }) {
  const { tone, Icon } = looks[label];
  return (
    <Badge tone={tone}>
      <Icon className="size-3.5" aria-hidden="true" />
      {priceLabelText[label]}
    </Badge>
  );
}
