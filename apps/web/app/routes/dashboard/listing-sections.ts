import { worthSection } from '../../features/catalogue/product/worth-section.ts';
import { passportSection } from '../../features/devices/passport-section.tsx';
import { selfTestSection } from '../../features/self-tests/self-test-section.tsx';
import { batterySection } from '../../features/selling/listing/battery-section.tsx';
import { defectsSection } from '../../features/selling/listing/defects-section.ts';
import { extrasSection } from '../../features/selling/listing/extras-section.tsx';
import { imeiSection } from '../../features/selling/listing/imei-section.tsx';
import type { ListingSection } from '../../features/selling/listing/listing-section.ts';
import { locksSection } from '../../features/selling/listing/locks-section.tsx';
import { modelSection } from '../../features/selling/listing/model-section.tsx';
import { offersSection } from '../../features/selling/listing/offers-section.tsx';
import { partsSection } from '../../features/selling/listing/parts-section.tsx';
import { photosSection } from '../../features/selling/listing/photos-section.tsx';
import { possessionSection } from '../../features/selling/listing/possession-section.tsx';
import { priceSection } from '../../features/selling/listing/price-section.ts';
import { testsSection } from '../../features/selling/listing/tests-section.tsx';

/** The sections of a listing's page for its seller, in their order. */
export const listingSections: readonly ListingSection[] = [
  photosSection,
  defectsSection,
  possessionSection,
  selfTestSection,
  batterySection,
  modelSection,
  locksSection,
  testsSection,
  partsSection,
  extrasSection,
  imeiSection,
  passportSection,
  worthSection,
  priceSection,
  offersSection,
];
