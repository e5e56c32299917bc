import {
  conditions,
  type FormFactor,
  isBetterThan,
  type Listing,
  type Product,
} from '@redial/contract';
import { cx } from '../../../ui/cx.ts';
import { DefectMap } from '../../../ui/defect-map/defect-map.tsx';
import { joinUnits } from '../../../ui/product-name.tsx';
import { TextLink } from './text-link.tsx';

/**
 * The condition of a phone: the grade that the published rubric yields, with its reasons, or what the
 * seller states.
 *
 * @param formFactor null if the model is not known
 * @param listing undefined if it could not be loaded
 */
export function ConditionPanel({
  condition,
  formFactor,
  listing,
}: {
  condition: Product['condition'];
  formFactor: FormFactor | null;
  listing: Listing | undefined;
}) {
  return (
    <div className="grid gap-5">
      <ol aria-label="Conditions, best first" className="grid grid-cols-3 gap-1.5">
        {conditions.map((each) => (
          <li
            key={each}
            aria-current={each === condition ? 'true' : undefined}
            className={cx(
              'border-t-4 pt-2 text-sm capitalize',
              each === condition ? 'border-accent font-semibold' : 'border-line text-ink-faint',
            )}
          >
            {each}
          </li>
        ))}
      </ol>
      <Reasons condition={condition} grading={listing?.grading} />
      {listing && <DefectMap form={formFactor} defects={listing.defects} />}
      <p>
        <TextLink to="/grading">How grades are computed</TextLink>
      </p>
    </div>
  );
}

function Reasons({
  condition,
  grading,
}: {
  condition: Product['condition'];
  grading: Listing['grading'];
}) {
  if (!grading) {
    return (
      <p className="text-ink-soft">
        As stated by the seller: {conditionDescriptions[condition]}. Nothing that is graded has been
        declared, so Redial has computed no grade.
      </p>
    );
  }
  const isStatedWorse = grading.grade !== condition && isBetterThan('excellent', condition);
  return (
    <div className="text-ink-soft">
      <p>
        Computed from what the seller declared: {conditionDescriptions[condition]}.
        {isStatedWorse &&
          grading.grade !== 'not-listable' &&
          ` The rubric would allow ${grading.grade}; the seller states ${condition}.`}
      </p>
      {grading.reasons.length > 0 ? (
        <>
          <p className="mt-3">Why it is no better than {grading.grade}:</p>
          <ul className="mt-1.5 grid list-disc gap-1 pl-5">
            {[...Map.groupBy(grading.reasons, ({ text }) => text)].map(([text, same]) => (
              <li key={text}>
                {joinUnits(text)}
                {same.length > 1 && <span className="figures">{` (${same.length} times)`}</span>}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="mt-3">Nothing speaks against the best grade.</p>
      )}
    </div>
  );
}

/** What each condition means. */
const conditionDescriptions: Record<Product['condition'], string> = {
  excellent: 'no marks on the screen, none on the body that you can see from 20 cm',
  good: 'no marks on the screen when it is on, light ones on the body',
  fair: 'scratches on the body, perhaps light ones on the screen; no cracks',
};
