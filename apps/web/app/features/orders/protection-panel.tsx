import { ShieldCheck } from 'lucide-react';

/** Explains, before the buyer pays, how a purchase is protected. */
export function ProtectionPanel() {
  return (
    <section
      aria-labelledby="protection"
      className="flex gap-4 rounded-lg bg-good-wash p-5 text-sm"
    >
      <ShieldCheck className="mt-0.5 size-5 shrink-0 text-good" aria-hidden="true" />
      <div>
        <h2 id="protection" className="text-base">
          How you are protected
        </h2>
        <ul className="mt-2 grid list-disc gap-1.5 pl-4">
          <li>You pay the price and nothing else: the fee is on the seller.</li>
          <li>Redial holds your money until you confirm that everything is fine.</li>
          <li>If the phone is not handed over in time, you get the whole price back.</li>
          <li>If it is not as described, report it before you confirm.</li>
        </ul>
      </div>
    </section>
  );
}
