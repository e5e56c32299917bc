import { type Grade, grade, type Listing } from '@redial/contract';

/** The grade that a phone would have without what decided about its grade; undefined at the best. */
export function gradeWithoutReasons({
  details,
  defects,
  grading,
}: Pick<Listing, 'details' | 'defects' | 'grading'>): Grade | undefined {
  if (!grading || grading.reasons.length === 0) return undefined;
  const decided = new Set(grading.reasons.map(({ defect }) => defect));
  const isBatteryReason = grading.reasons.some(({ text }) => /battery/.test(text));
  const isCountReason = grading.reasons.some(({ text }) => /marks on the body/.test(text));
  const failing = Object.entries(details.tests).filter(([, result]) => result === 'fail');
  const limit = grading.grade;
  const kept = failing.filter(([test]) => gradeOfTest(test) !== limit);
  return grade(
    (defects ?? []).filter(
      ({ part }, index) => !decided.has(index) && !(isCountReason && part !== 'screen'),
    ),
    isBatteryReason ? 100 : (details.batteryHealthPct ?? undefined),
    Object.fromEntries(kept),
    { accountLock: limit === 'not-listable' ? 'signed-out' : details.accountLock },
  ).grade;
}

/** The grade of an otherwise perfect phone of which one test fails. */
const gradeOfTest = (test: string): Grade =>
  grade([], 100, { [test]: 'fail' }, { accountLock: 'signed-out' }).grade;

/** The reasons of a grade, each text once with how often it applies. */
export function countReasons(reasons: readonly { readonly text: string }[]) {
  const counts = new Map<string, number>();
  for (const { text } of reasons) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => ({ text, count }));
}

/** What the seller can do about what decided, where there is something. */
export function adviceFor({ details, grading }: Pick<Listing, 'details' | 'grading'>): string[] {
  if (!grading) return [];
  const texts = grading.reasons.map(({ text }) => text);
  return [
    texts.some((text) => text.includes('not stated')) && 'State the battery health.',
    texts.some((text) => text.startsWith('The battery is at')) &&
      'A new battery changes this: state its health once it is replaced.',
    details.accountLock === 'locked' &&
      'Sign the phone out of Find My, Google, Samsung and Mi accounts, then change the account lock.',
    texts.some((text) => text.includes('does not work')) &&
      'Have it repaired, test it again, and change the result.',
    grading.grade === 'not-listable' &&
      grading.reasons.some(({ defect }) => defect !== undefined) &&
      'Have the damage repaired, then take the mark off the list.',
  ].filter((advice) => advice !== false);
}
