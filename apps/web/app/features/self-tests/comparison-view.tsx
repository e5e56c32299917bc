import {
  type OrderSelfTests,
  outcomeText,
  type SelfTestKind,
  type SelfTestReport,
  selfTestKinds,
  selfTestTexts,
  valuesText,
} from '@redial/contract';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { calendarDay } from '../../ui/calendar-day.ts';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { SelfTestLink } from './self-test-link.tsx';

/** The seller's self-test beside the buyer's, with the differences marked. */
export function ComparisonView({
  data,
  disputePath,
  onChanged,
}: {
  data: OrderSelfTests;
  disputePath: string;
  onChanged: () => Promise<void> | void;
}) {
  const { seller, buyer, differences, viewer, productId, testable } = data;
  return (
    <div className="grid gap-6">
      <p role="status">
        {seller && buyer ? (
          differences.length === 0 ? (
            <Badge tone="good">No differences</Badge>
          ) : (
            <Badge tone="bad">
              {differences.length === 1 ? 'One difference' : `${differences.length} differences`}
            </Badge>
          )
        ) : (
          <span>{missingText(data)}</span>
        )}
      </p>
      {(seller || buyer) && <ResultTable data={data} />}
      {viewer === 'buyer' && testable && (
        <Panel title="Test the phone">
          <p className="mb-4 text-ink-soft text-sm">
            Scan the code with the phone that you are buying. It repeats the tests of the seller,
            and this page compares them.
          </p>
          <SelfTestLink
            productId={productId}
            label={buyer ? 'Test it again' : 'Test it now'}
            onDone={onChanged}
          />
        </Panel>
      )}
      {viewer === 'buyer' && testable && differences.length > 0 && (
        <Panel title="Something is wrong?">
          <p className="mb-4 text-sm">
            At a meeting, do not hand over your code. Later, report the problem before the time to
            inspect the phone ends; this comparison is part of it.
          </p>
          <ButtonLink variant="outline" to={`${disputePath}?reason=does-not-work`}>
            Report a problem
          </ButtonLink>
        </Panel>
      )}
    </div>
  );
}

function missingText({ seller, buyer, testable }: OrderSelfTests): string {
  const yet = testable ? ' yet' : '';
  if (!seller && !buyer) return `Nobody has tested the phone${yet}.`;
  return seller
    ? `The buyer has not tested the phone${yet}.`
    : 'The seller made no self-test, so there is nothing to compare with.';
}

function ResultTable({ data: { seller, buyer, differences } }: { data: OrderSelfTests }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">Self-tests of seller and buyer</caption>
        <thead>
          <tr className="border-line border-b text-left">
            <th scope="col" className="py-2 pr-3">
              Test
            </th>
            <th scope="col" className="py-2 pr-3">
              Seller {seller && <Day at={seller.at} />}
            </th>
            <th scope="col" className="py-2">
              Buyer {buyer && <Day at={buyer.at} />}
            </th>
          </tr>
        </thead>
        <tbody>
          {selfTestKinds.map((test) => {
            const differs = differences.some((each) => each.test === test);
            return (
              <tr key={test} className={cx('border-line border-b', differs && 'bg-bad-wash')}>
                <th scope="row" className="py-2 pr-3 text-left font-semibold">
                  {selfTestTexts[test].label}
                  {differs && <span className="block text-bad text-xs">Differs</span>}
                </th>
                <td className="py-2 pr-3">{resultText(seller, test)}</td>
                <td className="py-2">{resultText(buyer, test)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const Day = ({ at }: { at: string }) => (
  <span className="block font-normal text-ink-soft text-xs">{calendarDay(at)}</span>
);

function resultText(report: SelfTestReport | null, test: SelfTestKind): string {
  const finding = report?.results.find((each) => each.test === test);
  if (!finding) return '–';
  return [outcomeText(finding), valuesText(finding)].filter(Boolean).join(', ');
}
