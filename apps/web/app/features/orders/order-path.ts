import { href } from 'react-router';

/** Hash of a product page with its order dialog open. */
export const orderHash = 'order';

/** URL of a product page with its order dialog open. */
export const orderPath = (id: string): string => `${href('/products/:id', { id })}#${orderHash}`;
