import type { Product } from '@redial/contract';
import type { ReactNode } from 'react';
import { relativeTime } from '../../../ui/relative-time.ts';
import { usePeriod } from '../../../ui/used-for.ts';

/** The product's specifications, one per line. */
export function ProductFacts({ product, now }: { product: Product; now: number }) {
  return (
    <dl className="figures divide-y divide-line border-line border-y text-sm">
      <Fact name="Brand">{product.category}</Fact>
      <Fact name="Condition">
        <span className="capitalize">{product.condition}</span>
        <span className="block text-ink-soft">{conditionDescriptions[product.condition]}</span>
      </Fact>
      <Fact name="Bought new in">{product.purchaseDate}</Fact>
      <Fact name="Used for">{usePeriod(product.yearsOfUse)}</Fact>
      <Fact name="Posted">
        <time dateTime={product.postDate}>{relativeTime(product.postDate, now)}</time>
      </Fact>
    </dl>
  );
}

/** What each condition means. */
const conditionDescriptions: Record<Product['condition'], string> = {
  excellent: 'No marks on the screen, none on the body that you can see from 20 cm',
  good: 'No marks on the screen when it is on, light ones on the body',
  fair: 'Scratches on the body, perhaps light ones on the screen; no cracks',
};

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8rem_1fr] gap-4 py-3">
      <dt className="text-ink-faint">{name}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </div>
  );
}
