import type { Product } from '@redial/contract';
import { href } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';

/** Offers the page of details for a phone that was just added. */
export function AddDetails({ product }: { product: Product | undefined }) {
  if (!product) return null;
  return (
    <section
      aria-label="Add details"
      className="mb-8 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-xl bg-accent-wash px-5 py-4 sm:px-7"
    >
      <p className="min-w-56 flex-1">
        <strong className="block">Add details: complete listings sell faster</strong>
        <span className="text-ink-soft text-sm">
          Photos, battery, marks: what buyers of {product.name} would ask you anyway.
        </span>
      </p>
      <ButtonLink to={href('/dashboard/myproducts/:id', { id: product._id })}>
        Add Details
      </ButtonLink>
    </section>
  );
}
