import type { Product } from '@redial/contract';
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { href, Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';

/** localStorage key; set once the user has skipped the guide. */
const skippedKey = 'redial-first-sale-skipped';

interface Step {
  readonly title: string;
  readonly text: ReactNode;
  readonly done: boolean;
}

/** The steps to the first sale, until there is one or the user skips them. */
export function FirstSale({
  products,
  emailVerified,
}: {
  products: readonly Product[];
  emailVerified: boolean;
}) {
  const [skipped, setSkipped] = useState(() => readSkipped());
  if (skipped || products.some(({ isPaid }) => isPaid)) return null;
  const steps = stepsOf(products, emailVerified);
  const current = steps.findIndex(({ done }) => !done);
  const skip = () => {
    writeSkipped();
    setSkipped(true);
  };
  return (
    <section aria-labelledby="first-sale" className="mb-10 rounded-xl bg-sunken p-5 sm:p-7">
      <div className="flex items-start justify-between gap-4">
        <h2 id="first-sale" className="text-xl">
          Your first sale
        </h2>
        <Button variant="quiet" size="small" aria-label="Skip the steps" onClick={skip}>
          Skip
        </Button>
      </div>
      <ol className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {steps.map(({ title, text, done }, index) => (
          <li
            key={title}
            aria-current={index === current ? 'step' : undefined}
            className={cx('flex gap-3 text-sm', index !== current && 'text-ink-soft')}
          >
            <span
              aria-hidden="true"
              className={cx(
                'figures grid size-7 shrink-0 place-items-center rounded-full font-semibold text-xs',
                done
                  ? 'bg-good-wash text-good'
                  : index === current
                    ? 'bg-accent text-on-accent'
                    : 'bg-raised text-ink-soft',
              )}
            >
              {done ? <Check className="size-4" /> : index + 1}
            </span>
            <span>
              <span className="block font-semibold text-ink">
                {title}
                {done && <span className="sr-only"> (done)</span>}
              </span>
              {text}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const linkClass = 'text-accent underline underline-offset-4';

function stepsOf(products: readonly Product[], emailVerified: boolean): Step[] {
  const isOrdered = products.some(({ status }) => status === 'Sold');
  return [
    {
      title: 'List a phone',
      text: (
        <>
          {!emailVerified && products.length === 0 && (
            <>
              <Link to={href('/dashboard/account')} className={linkClass}>
                Confirm your e-mail
              </Link>
              , then{' '}
            </>
          )}
          <Link to={href('/dashboard/addproduct')} className={linkClass}>
            add a photo, a price and a description
          </Link>
        </>
      ),
      done: products.length > 0,
    },
    {
      title: 'Advertise it',
      text: 'It is free: choose Advertize in its Action menu, and it is on the home page.',
      done: isOrdered || products.some(({ advertised }) => advertised),
    },
    {
      title: 'Get an order',
      text: 'You get a mail as soon as somebody orders it, and it is held for that buyer.',
      done: isOrdered,
    },
    {
      title: 'Meet the buyer',
      text: 'Once the buyer has paid by card, agree on a time and hand the phone over.',
      done: false,
    },
  ];
}

function readSkipped(): boolean {
  try {
    return localStorage.getItem(skippedKey) !== null;
  } catch {
    return false;
  }
}

function writeSkipped(): void {
  try {
    localStorage.setItem(skippedKey, 'true');
  } catch {
    // Storage is not available: skipped until the page is left.
  }
}
