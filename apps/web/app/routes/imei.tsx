import { ImeiForm } from '../features/devices/imei-form.tsx';
import { siteMeta } from '../layout/site-meta.ts';
import { PageHeader } from '../ui/page-header.tsx';
import type { Route } from './+types/imei.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  siteMeta({
    title: 'Check an IMEI | Redial',
    description:
      'Is the number right, which model is it, and is the phone on offer or reported here? Free, without an account.',
    publicUrl: matches[0].loaderData.publicUrl,
    path: '/imei',
  });

export default function Imei() {
  return (
    <div className="page max-w-2xl py-8 lg:py-12">
      <PageHeader title="Check an IMEI">
        Every phone has a number of 15 digits. Dial *#06# to see it, or look at the box.
      </PageHeader>
      <ImeiForm />
      <section aria-labelledby="means" className="mt-12">
        <h2 id="means" className="text-xl">
          What this check can say
        </h2>
        <ul className="mt-3 grid list-disc gap-2 pl-5 text-ink-soft text-sm">
          <li>Whether the number is well formed, and its check digit fits.</li>
          <li>Which model its first eight digits belong to, once enough were sold here.</li>
          <li>Whether a phone with this number is on offer on Redial.</li>
          <li>Whether its owner has reported it as lost or stolen on Redial.</li>
        </ul>
        <p className="mt-4 text-ink-soft text-sm">
          It cannot say whether a network operator has blocked the phone or instalments are open: no
          list of these is public. Ask the operator. We do not store the number.
        </p>
      </section>
    </div>
  );
}
