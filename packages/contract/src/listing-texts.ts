import { type FunctionalTest, functionalTests, testNames } from './grade.ts';
import type { ListingDetails } from './listing-details.ts';
import { storageText } from './models.ts';

/** Stands for contact data that is hidden in texts of users. */
export const contactPlaceholder = '•••••';

/** The details of listings in words. */

export const simNames: Readonly<Record<NonNullable<ListingDetails['simType']>, string>> = {
  nano: 'One nano-SIM',
  'dual-nano': 'Two nano-SIMs',
  'nano+esim': 'Nano-SIM and eSIM',
  'dual-esim': 'Two eSIMs',
  'esim-only': 'eSIM only',
};

const partNames: Readonly<Record<keyof ListingDetails['parts'], string>> = {
  screen: 'screen',
  battery: 'battery',
  'back-glass': 'back glass',
  camera: 'camera',
};

const partOriginNames: Readonly<Record<NonNullable<ListingDetails['parts']['screen']>, string>> = {
  original: 'original',
  'replaced-genuine': 'replaced by a genuine part',
  'replaced-compatible': 'replaced by a compatible part',
};

export const accessoryNames: Readonly<Record<ListingDetails['accessories'][number], string>> = {
  box: 'box',
  charger: 'charger',
  cable: 'cable',
  case: 'case',
  earphones: 'earphones',
  'sim-tool': 'SIM tool',
  receipt: 'receipt',
};

/** A list that stands alone, with a capital letter; empty if there is nothing in it. */
const listOf = (texts: readonly string[]): string => {
  const list = texts.join(', ');
  return list.charAt(0).toUpperCase() + list.slice(1);
};

/** Tests whose names keep their capital letters within a sentence. */
const properNames: readonly FunctionalTest[] = ['wifi', 'bluetooth', 'gps', 'nfc', 'biometrics'];

/** What is tested, within a list: `front camera`, `Wi-Fi`. */
export function testedName(test: FunctionalTest): string {
  if (test === 'buttons') return 'buttons';
  const name = testNames[test].replace(/^The /, '');
  return properNames.includes(test) ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

/** @returns undefined if it is not stated. */
export function networkLockText({
  networkLock,
  carrier,
}: Pick<ListingDetails, 'networkLock' | 'carrier'>): string | undefined {
  if (networkLock === 'unlocked') return 'None, works with every network';
  if (networkLock !== 'carrier-locked') return undefined;
  return carrier ? `Locked to ${carrier}` : 'Locked to a carrier';
}

/** @returns undefined if it is not stated. */
export function accountLockText({
  accountLock,
}: Pick<ListingDetails, 'accountLock'>): string | undefined {
  if (accountLock === 'signed-out') return 'None, the seller has signed out';
  return accountLock === 'locked' ? 'Locked to an account' : undefined;
}

/** Which parts are original; empty if none is stated. */
export const partsText = ({ parts }: Pick<ListingDetails, 'parts'>): string =>
  listOf(
    Object.entries(parts).map(
      ([part, origin]) => `${partNames[part as keyof typeof partNames]} ${partOriginNames[origin]}`,
    ),
  );

/** What the seller has tested; empty if nothing. */
export function testsText({ tests }: Pick<ListingDetails, 'tests'>): string {
  const names = (result: 'pass' | 'fail') =>
    functionalTests
      .filter((test) => tests[test] === result)
      .map(testedName)
      .join(', ');
  const [working, failing] = [names('pass'), names('fail')];
  return [
    ...(working ? [`Works: ${working}`] : []),
    ...(failing ? [`Does not work: ${failing}`] : []),
  ].join('. ');
}

export const accessoriesText = ({ accessories }: Pick<ListingDetails, 'accessories'>): string =>
  listOf(accessories.map((each) => accessoryNames[each]));

/** Until when there is a warranty. Its last day (UTC) is part of it. */
export const warrantyText = (until: string, now: Date): string =>
  until < now.toISOString().slice(0, 10) ? `Ended on ${until}` : `Until ${until}`;

/** What a listing states, one fact per line; what is unknown is left out. */
export function describeDetails(
  details: ListingDetails,
): { readonly name: string; readonly text: string }[] {
  const { storageGb, ramGb, colour, simType, batteryHealthPct, batteryCycles } = details;
  const facts: [name: string, text: string | undefined | null][] = [
    ['Storage', storageGb === null ? null : storageText(storageGb)],
    ['Memory', ramGb === null ? null : `${ramGb}\u00a0GB`],
    ['Colour', colour],
    ['SIM', simType && simNames[simType]],
    ['Network lock', networkLockText(details)],
    ['Account lock', accountLockText(details)],
    ['Battery health', batteryHealthPct === null ? null : `${batteryHealthPct}%`],
    ['Charge cycles', batteryCycles === null ? null : String(batteryCycles)],
    ['Parts', partsText(details)],
    ['Tested by seller', testsText(details)],
    ['Comes with', accessoriesText(details)],
    ['Proof of purchase', details.receipt === null ? null : details.receipt ? 'Yes' : 'No'],
    ['Warranty until', details.warrantyUntil],
  ];
  return facts.flatMap(([name, text]) => (text ? [{ name, text }] : []));
}
