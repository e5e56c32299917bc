import { lazyPart } from '../../../ui/lazy-part.ts';
import type { ListingSection } from './listing-section.ts';

export const defectsSection: ListingSection = {
  id: 'marks',
  title: 'Marks and defects',
  summary: ({ listing: { defects } }) =>
    defects === null
      ? ''
      : defects.length === 0
        ? 'No marks'
        : `${defects.length} ${defects.length === 1 ? 'mark' : 'marks'}`,
  covers: ['Marks and defects'],
  // The drawings are loaded when the section is opened.
  Section: lazyPart(async () => (await import('./defects-form.tsx')).DefectsForm),
};
