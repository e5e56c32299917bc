import { href } from 'react-router';

/** Path of a product page. */
export const productPath = (id: string): string => href('/products/:id', { id });
