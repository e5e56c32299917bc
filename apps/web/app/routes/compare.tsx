import { estimateProduct, getListing, getProduct } from '@redial/contract';
import { Link } from 'react-router';
import { createServerCall } from '../api.ts';
import { compareHref, parseComparedIds } from '../features/catalogue/compare/compare-store.ts';
import { type ComparedPhone, comparePhones } from '../features/catalogue/compare/comparison.ts';
import { ErrorPage } from '../layout/error-page.tsx';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { ProductImage } from '../ui/product-image.tsx';
import { ProductName } from '../ui/product-name.tsx';
import type { Route } from './+types/compare.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = createServerCall(context);
  const ids = parseComparedIds(url.searchParams.get('ids'));
  const phones = await Promise.all(
    ids.map(async (id): Promise<ComparedPhone> => {
      const [product, listing, estimate] = await Promise.all([
        call(getProduct, { params: { id } }),
        call(getListing, { params: { id } }),
        call(estimateProduct, { params: { id } }),
      ]);
      return {
        id,
        product: product.ok ? product.value : undefined,
        listing: listing.ok ? listing.value : undefined,
        estimate: estimate.ok ? estimate.value : undefined,
      };
    }),
  );
  const onlyDifferences = url.searchParams.get('differences') === 'true';
  const now = Date.now();
  // The data is sent twice, in the page and for its hydration: only what the page shows.
  return {
    phones: phones.map(({ id, product }) => ({
      id,
      name: product?.name,
      img: product?.img,
      isSold: product?.status === 'Sold',
    })),
    facts: comparePhones(phones, now),
    onlyDifferences,
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: 'Compare phones | Redial' },
  { name: 'description', content: 'Used phones side by side: price, condition, updates, cost.' },
  // Search engines keep one page, not one for each selection.
  { tagName: 'link', rel: 'canonical', href: `${matches[0].loaderData.publicUrl}/compare` },
];

export default function Compare({ loaderData }: Route.ComponentProps) {
  const { phones, facts, onlyDifferences } = loaderData;
  const ids = phones.map(({ id }) => id);
  const shown = facts.filter(({ differs }) => differs || !onlyDifferences);
  return (
    <div className="page pt-10 lg:pt-14">
      <header className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-3xl">Compare phones</h1>
        {phones.length > 1 && (
          <Link
            to={compareHref(ids, !onlyDifferences)}
            replace
            preventScrollReset
            className={buttonClass('outline', 'small')}
          >
            {onlyDifferences ? 'Show all facts' : 'Show only differences'}
          </Link>
        )}
      </header>
      {phones.length === 0 ? (
        <div className="max-w-prose text-ink-soft">
          <p>Choose up to four phones with the scales on their photos, then compare them here.</p>
          <p className="mt-5">
            <Link to="/search" className={buttonClass()}>
              See all phones
            </Link>
          </p>
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
        <section aria-label="Comparison" tabIndex={0} className="relative overflow-x-auto pb-4">
          <table className="figures w-full table-fixed border-collapse text-left text-sm">
            <caption className="sr-only">
              {onlyDifferences ? 'What differs between the phones' : 'The phones side by side'}
            </caption>
            <colgroup>
              <col className="w-33 sm:w-44" />
              {ids.map((id) => (
                // Wide enough for "Until Aug 2027 (8 m)", also before the web fonts are loaded.
                <col key={id} className="w-42 sm:w-auto" />
              ))}
            </colgroup>
            <thead>
              <tr className="align-top">
                <td />
                {phones.map((phone) => (
                  <th key={phone.id} scope="col" className="px-3 pb-4 font-normal">
                    <PhoneHeader phone={phone} others={ids.filter((id) => id !== phone.id)} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-line border-y">
              {shown.map(({ name, values, differs }) => (
                <tr key={name}>
                  <th
                    scope="row"
                    className="sticky left-0 bg-paper py-3 pr-3 align-top font-normal text-ink-soft"
                  >
                    {name}
                  </th>
                  {values.map((value, index) => (
                    <td
                      key={ids[index]}
                      className={`wrap-anywhere px-3 py-3 align-top ${value === 'Unknown' ? 'text-ink-faint' : differs ? 'font-semibold' : ''}`}
                      dir="auto"
                    >
                      {value || <span className="sr-only">not offered</span>}
                    </td>
                  ))}
                </tr>
              ))}
              {shown.length === 0 && (
                <tr>
                  <td colSpan={ids.length + 1} className="py-4 text-ink-soft">
                    These phones do not differ in anything that is known.
                  </td>
                </tr>
              )}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

function PhoneHeader({
  phone: { id, name, img, isSold },
  others,
}: {
  phone: { id: string; name: string | undefined; img: string | undefined; isSold: boolean };
  others: readonly string[];
}) {
  return (
    <div className="grid gap-2">
      {img === undefined ? (
        <div className="grid aspect-square place-items-center rounded-lg bg-studio p-2 text-center text-ink-soft">
          No longer offered
        </div>
      ) : (
        <div className="overflow-hidden rounded-lg">
          <ProductImage src={img} alt="" sizes="(min-width: 64rem) 16rem, 9rem" eager />
        </div>
      )}
      {name !== undefined && (
        <Link
          to={`/products/${id}`}
          title={name}
          // Two lines, whichever font is there.
          className="wrap-anywhere line-clamp-2 min-h-[2lh] font-semibold text-accent underline-offset-4 hover:underline"
        >
          <ProductName name={name} />
        </Link>
      )}
      {isSold && (
        <span>
          <Badge>Sold or on hold</Badge>
        </span>
      )}
      <Link
        to={compareHref(others)}
        aria-label={`Remove ${name ?? 'the phone that is no longer offered'} from the comparison`}
        className="inline-flex min-h-8 items-center text-ink-soft underline underline-offset-4 hover:text-ink"
      >
        Remove
      </Link>
    </div>
  );
}

export { ErrorPage as ErrorBoundary };
