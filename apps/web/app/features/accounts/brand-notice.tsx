import { categories } from '@redial/contract';
import { Link } from 'react-router';
import { brandLabel } from '../../ui/brand-label.ts';

/**
 * Explains why a brand tile leads to the sign-in page (brand pages are for signed-in users,
 * specification, 2), and where the phones can be seen without an account.
 *
 * @param path the page that the user was redirected from
 */
export function BrandNotice({ path }: { path: string }) {
  const brand = categories.find((category) => path.startsWith(`/category-products/${category}`));
  if (!brand) return null;
  return (
    <p className="mb-6 rounded-md bg-accent-wash px-4 py-3 text-sm">
      The {brandLabel(brand)} page is for signed-in users.{' '}
      <Link
        to={`/search?brand=${brand}`}
        className="font-semibold text-accent underline underline-offset-4"
      >
        See {brandLabel(brand)} phones without an account
      </Link>
    </p>
  );
}
