import { estimateProduct, type PriceEstimate, type Product } from '@redial/contract';
import { useEffect, useState } from 'react';
import { call } from '../../../session/call.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PricePanel } from './price-panel.tsx';

interface PanelData {
  readonly product: Product;
  /** Another object once something has changed. */
  readonly listing: object;
  readonly model: { readonly slug: string; readonly name: string } | undefined;
}

/** What an own phone is worth by what is stated now, as buyers see it. */
export function WorthPanel({ data: { product, listing, model } }: { data: PanelData }) {
  const [found, setFound] = useState<{ estimate: PriceEstimate | undefined }>();
  const { _id: id, resalePrice } = product;
  // biome-ignore lint/correctness/useExhaustiveDependencies: price and details decide about the estimate
  useEffect(() => {
    let isCurrent = true;
    call(estimateProduct, { params: { id } }).then((result) => {
      if (isCurrent) setFound({ estimate: result.ok ? result.value : undefined });
    });
    return () => {
      isCurrent = false;
    };
  }, [id, resalePrice, listing]);
  if (!found) return <Skeleton className="h-80" />;
  return <PricePanel product={product} estimate={found.estimate} model={model} isForSeller />;
}
