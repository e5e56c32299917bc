import { lazy } from 'react';

/** A section of a listing's page for its seller. */
export const worthSection = {
  id: 'worth',
  title: 'What it is worth',
  summary: () => 'What buyers read about the price',
  // The explanation is loaded when the section is opened.
  Section: lazy(async () => ({ default: (await import('./worth-panel.tsx')).WorthPanel })),
};
