import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { BackToResults } from './back-to-results.tsx';

/** The 404 page for a product that was removed or never existed. */
export function ProductGone() {
  return (
    <section className="page grid min-h-[70vh] place-content-center justify-items-center py-20 text-center">
      <p className="figures font-bold font-display text-[clamp(6rem,22vw,14rem)] text-accent leading-none tracking-tighter">
        404
      </p>
      <h1 className="mt-4 max-w-xl text-2xl">This phone is no longer offered</h1>
      <p className="mt-3 max-w-md text-ink-soft">
        It was sold or removed, or the link is wrong. There are plenty of others.
      </p>
      <div className="mt-8 flex flex-wrap items-center justify-center gap-3">
        <BackToResults />
        <Link to="/search" className={buttonClass()}>
          See all phones
        </Link>
        <Link to="/" className={buttonClass('outline')}>
          Back to homepage
        </Link>
      </div>
    </section>
  );
}
