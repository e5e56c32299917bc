import { getProduct, type Product } from '@redial/contract';
import { useEffect, useState } from 'react';
import { publicCall } from '../../../api.ts';
import { clearViewedPhones, forgetViewedPhones } from '../../../session/viewed-phones.ts';
import { Button } from '../../../ui/button.tsx';
import { AvailabilityBadge } from '../availability-badge.tsx';
import { SmallCard } from '../small-card.tsx';

/** The phones loaded so far, so that Back shows them at once; refreshed each time. */
const loaded = new Map<string, Product>();

/**
 * The phones that were looked at lately, in a row that scrolls sideways: its height does not depend on
 * their number, so that nothing below it moves when there are more.
 */
export function ViewedPhones({ ids }: { ids: readonly string[] }) {
  const { products, isLoading } = useProducts(ids);
  const [isCleared, setCleared] = useState(false);
  if (isCleared && ids.length > 0) setCleared(false);
  if (ids.length === 0) {
    return isCleared ? (
      // The focus was on the button.
      <p ref={focus} tabIndex={-1} className="pt-24 text-ink-soft outline-none">
        The list of recently viewed phones is empty now.
      </p>
    ) : null;
  }
  if (products.length === 0 && !isLoading) return null;
  return (
    <section aria-labelledby="recently-viewed" className="pt-24 print:hidden">
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="recently-viewed" className="text-3xl">
            Recently viewed
          </h2>
          <p className="mt-2 text-ink-soft text-sm">
            Only in this browser, until you clear the list or log out.
          </p>
        </div>
        <Button
          variant="outline"
          size="small"
          onClick={() => {
            clearViewedPhones();
            setCleared(true);
          }}
        >
          Clear list
        </Button>
      </div>
      {/* The padding has room for the focus rings of the cards. */}
      <ul className="-m-1.5 flex gap-4 overflow-x-auto p-1.5 pb-4 sm:gap-6">
        {ids.map((id) => {
          const product = products.find(({ _id }) => _id === id);
          if (!product && !isLoading) return null;
          return (
            <li key={id} className="w-44 max-w-[60vw] shrink-0">
              {product ? (
                <SmallCard
                  product={product}
                  sizes="11rem"
                  badge={<AvailabilityBadge product={product} />}
                />
              ) : (
                <div aria-hidden="true" className="animate-breathe">
                  <div className="aspect-square rounded-lg bg-studio" />
                  <div className="mt-3 h-11 rounded-sm bg-studio" />
                  <div className="mt-1 h-11 w-1/2 rounded-sm bg-studio" />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

/** The products of the list that are known. Those that are gone leave it. */
function useProducts(ids: readonly string[]): {
  readonly products: readonly Product[];
  readonly isLoading: boolean;
} {
  const list = ids.join();
  const [loadedList, setLoadedList] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    void loadProducts(list === '' ? [] : list.split(',')).then(() => {
      if (isCurrent) setLoadedList(list);
    });
    return () => {
      isCurrent = false;
    };
  }, [list]);
  return {
    products: ids.flatMap((id) => loaded.get(id) ?? []),
    isLoading: loadedList !== list,
  };
}

async function loadProducts(ids: readonly string[]): Promise<void> {
  const results = await Promise.all(ids.map((id) => publicCall(getProduct, { params: { id } })));
  const gone: string[] = [];
  for (const [index, id] of ids.entries()) {
    const result = results[index];
    if (result?.ok) loaded.set(id, result.value);
    else if (result?.error.code === 'product.not-found') {
      loaded.delete(id);
      gone.push(id);
    }
  }
  // Without a connection, what was loaded before stays.
  forgetViewedPhones(gone);
}
