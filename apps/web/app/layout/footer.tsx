import { categories } from '@redial/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Wordmark } from './wordmark.tsx';

const linkClass =
  'inline-flex min-h-8 items-center underline-offset-4 hover:text-ink hover:underline';

const links = [
  ['/models', 'All models and their prices'],
  ['/imei', 'Check an IMEI'],
  ['/safety', 'Meeting safely'],
  ['/rules', 'Our rules'],
  ['/transparency', 'How we moderate, in figures'],
] as const;

/** The footer of every page (specification, 1). */
export function Footer() {
  return (
    <footer className="mt-24 border-line border-t bg-sunken">
      <div className="page grid gap-10 py-14 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]">
        <div className="sm:col-span-2 lg:col-span-1">
          <Wordmark />
          <p className="mt-4 max-w-sm text-ink-soft">
            100% original phones verified by experts. Sold by the people who used them, at a price
            that both sides can live with.
          </p>
          <p className="mt-3 grid justify-items-start text-ink-soft text-sm">
            {links.map(([to, label]) => (
              <Link key={to} to={to} className={linkClass}>
                {label}
              </Link>
            ))}
          </p>
        </div>
        <Column title="Brands">
          {categories.map((category) => (
            <li key={category}>
              <Link to={`/category-products/${category}`} className={linkClass}>
                {category === 'Iphone' ? 'iPhone' : category}
              </Link>
            </li>
          ))}
          <li className="flex min-h-8 items-center text-ink-faint">More brands to come</li>
        </Column>
        <Column title="Contact">
          <li>
            <address className="not-italic">
              12 Exchange Street
              <br />
              Springfield, 00000
            </address>
          </li>
          <li className="figures mt-2">+1 (555) 010-0199</li>
        </Column>
      </div>
      <div className="border-line border-t">
        <p className="page figures py-5 text-ink-faint text-xs">
          Copyright © 2021 Redial. All rights reserved.
        </p>
      </div>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="font-sans font-semibold text-ink-faint text-sm tracking-normal">{title}</h2>
      <ul className="mt-3 text-ink-soft text-sm">{children}</ul>
    </div>
  );
}
