import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { HeroArt } from './hero-art.tsx';

/**
 * The home page banner: 650 px high (specification, 9), more only if its text needs it.
 *
 * @param search the site search; on wide screens it is in the header instead
 */
export function Hero({ search }: { search: ReactNode }) {
  return (
    <section className="relative isolate min-h-[650px] overflow-hidden bg-scene">
      <div className="page flex min-h-[650px] flex-col py-12 lg:justify-center">
        <div className="max-w-xl lg:max-w-[44%]">
          <h1 className="wrap-anywhere font-bold text-hero max-[18rem]:text-3xl leading-[0.98] tracking-tighter">
            Buy &amp; Sell Anything
          </h1>
          <p className="mt-5 max-w-md text-base text-ink-soft lg:text-lg">
            Second-hand phones, 100% original and verified by experts, from people who took care of
            them.
          </p>
          <div className="mt-6 max-w-md lg:hidden print:hidden">{search}</div>
          <div className="mt-4 flex flex-wrap gap-3 lg:mt-7">
            <ButtonLink
              to="/dashboard/addproduct"
              size="large"
              className="max-sm:min-h-12 max-sm:px-5 max-sm:text-sm"
            >
              Sell Your Product
            </ButtonLink>
            <ButtonLink
              to="#all-products"
              variant="outline"
              size="large"
              className="max-sm:min-h-12 max-sm:px-5 max-sm:text-sm"
            >
              Explore Product
            </ButtonLink>
          </div>
        </div>
        {/* On narrow screens, in what the text leaves of the height: only the circle reaches below it. */}
        <div className="relative -mt-6 flex-1 sm:-mt-12 lg:static lg:mt-0 lg:flex-none">
          <HeroArt className="max-[18rem]:hidden -z-10 -translate-x-1/2 absolute top-0 left-1/2 w-[27rem] max-w-none sm:w-[36rem] lg:top-1/2 lg:-right-6 lg:left-auto lg:w-[58%] lg:translate-x-0 lg:-translate-y-1/2 xl:right-[max(1rem,calc(50vw-42rem))] min-[120rem]:right-[calc(50vw-54rem)] xl:h-full xl:w-auto" />
        </div>
      </div>
    </section>
  );
}
