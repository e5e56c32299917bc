import {
  contactPlaceholder,
  type Listing,
  type PriceEstimate,
  type ProductDetails,
  type SelfTestReport,
} from '@redial/contract';
import type { ComponentProps } from 'react';
import { ConditionPanel } from '../features/catalogue/product/condition-panel.tsx';
import { PricePanel } from '../features/catalogue/product/price-panel.tsx';
import { ProductFacts } from '../features/catalogue/product/product-facts.tsx';
import { Section } from '../features/catalogue/product/section.tsx';
import { ListingDeviceBlock } from '../features/devices/listing-device.tsx';
import { ProtectionPanel } from '../features/orders/protection-panel.tsx';
import { ReportView } from '../features/self-tests/report-view.tsx';

export interface ProductSectionsProps {
  product: ProductDetails;
  /** Undefined if the details could not be loaded. */
  listing: Listing | undefined;
  /** Undefined if nothing is known about what the model costs. */
  estimate: PriceEstimate | undefined;
  device: ComponentProps<typeof ListingDeviceBlock>['device'];
  /** By the seller; null if there is none. */
  selfTest: SelfTestReport | null;
  /** Unix milliseconds. */
  now: number;
}

/** The titled sections of the product page, below photos and purchase. */
export function ProductSections({
  product,
  listing,
  estimate,
  device,
  selfTest,
  now,
}: ProductSectionsProps) {
  return (
    <div className="mt-16 grid gap-16 lg:mt-24 lg:gap-24">
      <div className="grid gap-16 lg:grid-cols-2 lg:gap-14 xl:gap-20">
        <Section id="condition" title="Condition">
          <ConditionPanel
            condition={product.condition}
            formFactor={product.model?.formFactor ?? null}
            listing={listing}
          />
        </Section>
        <Section id="price" title="What it is worth">
          <PricePanel product={product} estimate={estimate} model={product.model} />
        </Section>
      </div>
      <Section id="facts" title="The facts">
        <ProductFacts product={product} listing={listing} now={now} />
      </Section>
      {selfTest && (
        <Section id="self-test" title="Self-test">
          <ReportView report={selfTest} />
        </Section>
      )}
      <div className="grid gap-16 lg:grid-cols-2 lg:gap-14 xl:gap-20">
        <Section id="words" title="In the seller’s words">
          <p className="wrap-anywhere max-w-prose whitespace-pre-line text-ink-soft" dir="auto">
            {product.description}
          </p>
          {product.description.includes(contactPlaceholder) && (
            <p className="mt-3 text-ink-faint text-sm">
              “{contactPlaceholder}” stands for contact data. You see the seller’s number once you
              have paid; until then, messages and payments on Redial protect you both.
            </p>
          )}
        </Section>
        <div>
          <ProtectionPanel />
          <ListingDeviceBlock device={device} isOffered={product.status === 'Available'} />
        </div>
      </div>
    </div>
  );
}
