import { lazyPart } from '../../../ui/lazy-part.ts';

/** A section of a listing's page for its seller. */
export const worthSection = {
  id: 'worth',
  title: 'What it is worth',
  summary: () => 'What buyers read about the price',
  // The explanation is loaded when the section is opened.
  Section: lazyPart(async () => (await import('./worth-panel.tsx')).WorthPanel),
};
