import { type Category, categories } from '@redial/contract';
import { ArrowRight } from 'lucide-react';
import { href, Link } from 'react-router';
import { type Family, PhoneBack, type Tone } from '../../ui/phone-art.tsx';

/** The illustration and tagline of each category. */
const illustrations: Record<Category, { family: Family; tone: Tone; line: string }> = {
  Xiaomi: { family: 'xiaomi', tone: 'sage', line: 'Mi, Redmi and Poco' },
  Samsung: { family: 'samsung', tone: 'blue', line: 'Galaxy S, A and Z' },
  Iphone: { family: 'iphone', tone: 'sand', line: 'SE to Pro Max' },
};

/** One card per brand, linking to its products. */
export function CategoryCards() {
  return (
    <ul className="lazy-render grid gap-4 [contain-intrinsic-block-size:35rem] sm:grid-cols-3 sm:[contain-intrinsic-block-size:21rem] lg:gap-6">
      {categories.map((category) => (
        <li
          key={category}
          className="lazy-render [contain-intrinsic-block-size:11rem] sm:[contain-intrinsic-block-size:21rem]"
        >
          <Link
            to={href('/category-products/:categoryName', { categoryName: category })}
            className="group relative isolate flex h-44 items-end overflow-hidden rounded-xl bg-scene sm:h-84"
          >
            <CategoryIllustration category={category} />
            <span className="max-w-[60%] p-5 sm:w-full sm:max-w-none sm:py-4 lg:px-7 lg:py-5">
              <span className="block font-bold font-display text-2xl leading-tight">
                {category}
              </span>
              <span className="mt-1 flex items-center gap-1.5 text-ink-soft text-sm">
                {illustrations[category].line}
                <ArrowRight
                  className="size-4 shrink-0 transition-[translate] group-hover:translate-x-1"
                  aria-hidden="true"
                />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function CategoryIllustration({ category }: { category: Category }) {
  const { family, tone } = illustrations[category];
  return (
    <span className="-z-10 absolute inset-0 overflow-hidden sm:bottom-22 lg:bottom-24">
      <svg
        viewBox="0 0 320 320"
        aria-hidden="true"
        className="absolute top-0 right-0 overflow-visible h-44 w-auto transition-[translate] duration-500 ease-calm group-hover:-translate-y-2 sm:h-84 lg:right-8"
      >
        <circle cx="232" cy="150" r="128" className="fill-scene-far" />
        <g transform="translate(150 44) rotate(9 100 206) scale(0.82)">
          <PhoneBack family={family} tone={tone} />
        </g>
      </svg>
    </span>
  );
}
