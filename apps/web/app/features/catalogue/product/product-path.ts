import { href } from 'react-router';

/** The address of a phone's own page. */
export const productPath = (id: string): string => href('/products/:id', { id });
