import {
  formatPrice,
  getModel,
  getPriceHistory,
  listProducts,
  type ModelDetails,
  monthText,
  storageText,
} from '@redial/contract';
import type { ReactNode } from 'react';
import { data, isRouteErrorResponse, Link } from 'react-router';
import { createServerCall } from '../api.ts';
import { escapeJsonForScript, modelGroup } from '../features/catalogue/product/structured-data.ts';
import { ProductCard } from '../features/catalogue/product-card.tsx';
import { ProductGrid } from '../features/catalogue/product-grid.tsx';
import { offerCount } from '../features/models/offers-text.ts';
import { PriceChart } from '../features/models/price-chart.tsx';
import { whatToCheck } from '../features/models/what-to-check.ts';
import { ErrorPage } from '../layout/error-page.tsx';
import { JsonLd } from '../layout/json-ld.tsx';
import { siteMeta } from '../layout/site-meta.ts';
import { countText, phonesText } from '../ui/count.ts';
import { UpdateLine } from '../ui/update-line.tsx';
import type { Route } from './+types/model.ts';

/** Offers shown on the page, the cheapest first. */
const maxOffers = 24;

export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  const call = createServerCall(context);
  const [model, history, offers] = await Promise.all([
    call(getModel, { params: { slug } }),
    call(getPriceHistory, { params: { slug } }),
    call(listProducts, { query: { model: slug, sort: 'price', limit: maxOffers } }),
  ]);
  if (!model.ok) {
    const { code, status, message } = model.error;
    const isUnknown = code === 'model.not-found' || code === 'request.invalid';
    throw data(message, { status: isUnknown ? 404 : status || 503 });
  }
  return {
    model: model.value,
    history: history.ok ? history.value : [],
    offers: offers.ok ? offers.value : [],
    now: Date.now(),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: 'There is no such model | Redial' }];
  const { name, slug, estimate, offers } = loaderData.model;
  return siteMeta({
    title: `${name}, used: prices and history | Redial`,
    description: `${estimate === undefined ? '' : `A used ${name} costs about ${formatPrice(estimate)}. `}${phonesText(offers)} on offer, price history, forecast, and until when it gets security updates.`,
    publicUrl: matches[0].loaderData.publicUrl,
    path: `/models/${slug}`,
  });
};

export default function ModelPage({ loaderData, matches }: Route.ComponentProps) {
  const { model, history, offers, now } = loaderData;
  const { publicUrl } = matches[0].loaderData;
  return (
    <div className="page pt-4 lg:pt-6">
      <nav aria-label="Breadcrumb" className="text-ink-soft text-sm">
        <Link
          to="/models"
          className="-ml-1 inline-flex min-h-8 items-center rounded-sm px-1 hover:text-ink hover:underline"
        >
          All models
        </Link>
      </nav>
      <header className="mt-4 max-w-3xl">
        <h1 className="text-3xl">{model.name}</h1>
        <p className="mt-3 text-ink-soft">
          {model.brand}, {monthText(model.releasedOn)}
          {model.screenInches === undefined ? '' : `, ${model.screenInches}\u00a0inches`}
          <span className="block">{model.storageGb.map(storageText).join(', ')}</span>
        </p>
        <p className="mt-3 text-sm">
          <UpdateLine updates={model.updates} now={now} />
        </p>
      </header>
      <Figures model={model} />
      <div className="mt-14 grid gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)] lg:gap-16">
        <section aria-labelledby="history">
          <h2 id="history" className="mb-5 text-2xl">
            Prices, past and future
          </h2>
          <PriceChart name={model.name} history={history} model={model} now={now} />
        </section>
        <section aria-labelledby="check">
          <h2 id="check" className="mb-5 text-2xl">
            What to check
          </h2>
          <ul className="grid gap-3 text-ink-soft text-sm">
            {whatToCheck(model, now).map((advice) => (
              <li key={advice} className="border-line border-l-2 pl-4">
                {advice}
              </li>
            ))}
          </ul>
          <h3 className="mt-8 font-semibold">Colours</h3>
          <p className="mt-2 text-ink-soft text-sm">{model.colours.join(', ')}</p>
        </section>
      </div>
      <section aria-labelledby="offers" className="mt-16">
        <h2 id="offers" className="mb-8 text-2xl">
          {offers.length === 0 ? 'None on offer right now' : 'On offer'}
        </h2>
        {offers.length > 0 && (
          <ProductGrid deferredCount={offers.length}>
            {offers.map((product) => (
              <li key={product._id} className="lazy-card">
                <ProductCard product={product} now={now} />
              </li>
            ))}
          </ProductGrid>
        )}
      </section>
      <JsonLd
        type="application/ld+json"
        text={escapeJsonForScript(modelJsonLd(model, publicUrl))}
      />
    </div>
  );
}

/** The numbers of a model; unknown ones are left out. */
function Figures({ model }: { model: ModelDetails }) {
  const { band, costPerMonth, fromPrice, offers, medianDaysToSell, launchPrice } = model;
  return (
    <dl className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(max(7rem,40%),1fr))] gap-x-6 gap-y-6 border-line border-y py-6 sm:grid-cols-3 lg:grid-cols-5">
      {band && (
        <Figure
          name="Used, good condition"
          note={`${formatPrice(band.low)} to ${formatPrice(band.high)}`}
        >
          {formatPrice(band.expected)}
        </Figure>
      )}
      {costPerMonth !== undefined && (
        <Figure name="Cost per month" note="over the next two years">
          {formatPrice(costPerMonth)}
        </Figure>
      )}
      <Figure
        name="On offer"
        note={fromPrice === undefined ? '' : `from ${formatPrice(fromPrice)}`}
      >
        {countText(offers)}
      </Figure>
      {medianDaysToSell !== undefined && (
        <Figure name="Sells in" note="median of the last half year">
          {medianDaysToSell === 1 ? '1\u00a0day' : `${medianDaysToSell}\u00a0days`}
        </Figure>
      )}
      {launchPrice !== undefined && (
        <Figure name="Price when new" note="smallest storage">
          {formatPrice(launchPrice)}
        </Figure>
      )}
    </dl>
  );
}

function Figure({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-faint text-sm">{name}</dt>
      <dd className="figures mt-1">
        <span className="block font-bold font-display text-2xl">{children}</span>
        {note && <span className="block text-ink-soft text-xs">{note}</span>}
      </dd>
    </div>
  );
}

/** Structured data: the group of the model's phones with the range of their prices, and its breadcrumbs. */
function modelJsonLd(model: ModelDetails, publicUrl: string): object {
  const group = modelGroup(model, publicUrl);
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        ...group,
        brand: { '@type': 'Brand', name: model.brand },
        releaseDate: model.releasedOn,
        color: model.colours,
        ...(model.updates.until === undefined
          ? {}
          : {
              additionalProperty: [
                {
                  '@type': 'PropertyValue',
                  name: 'Security updates until',
                  value: model.updates.until,
                },
              ],
            }),
        ...(model.fromPrice === undefined
          ? {}
          : {
              offers: {
                '@type': 'AggregateOffer',
                lowPrice: model.fromPrice.toFixed(2),
                priceCurrency: 'USD',
                ...offerCount(model),
                itemCondition: 'https://schema.org/UsedCondition',
              },
            }),
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Models', item: `${publicUrl}/models` },
          { '@type': 'ListItem', position: 2, name: model.name, item: group.url },
        ],
      },
    ],
  };
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage error={error} />;
  return (
    <div className="page py-24">
      <h1 className="text-3xl">There is no such model</h1>
      <p className="mt-4 text-ink-soft">
        The catalogue does not have it.{' '}
        <Link to="/models" className="font-semibold text-accent underline-offset-4 hover:underline">
          See all models
        </Link>
      </p>
    </div>
  );
}
