import type { Condition } from '@redial/contract';
import { shared, styles } from './description-sentences.ts';
import { storageText } from './models.ts';
import type { Random } from './random.ts';
import type { WritingStyle } from './users.ts';

/** The facts about a phone that a description can mention. */
export interface PhoneFacts {
  readonly model: string;
  readonly colour: string;
  readonly storageGb: number;
  readonly condition: Condition;
  readonly purchaseYear: number;
  /** Battery health in percent, if known. */
  readonly battery: number | undefined;
  readonly batteryRenewed: boolean;
  readonly boxed: boolean;
  /** The network to which the phone is locked. */
  readonly carrier: string | undefined;
  readonly folds: boolean;
  readonly homeButton: boolean;
}

export const descriptionLength = { min: 60, max: 400 } as const;

const shortOf = (model: string): string =>
  model.replace(/^(?:Galaxy|Xiaomi|Redmi) /, '').replace(/ \((\d).*\)$/, ' $1');

/**
 * Creates a generator of descriptions. Each style uses all of its sentences before it repeats one.
 *
 * @returns a function that returns a description of 60 to 400 characters.
 */
export function createDescriptionWriter(
  random: Random,
): (voice: WritingStyle, facts: PhoneFacts) => string {
  const decks = new Map<readonly string[], () => string>();
  const draw = (bank: readonly string[]): string => {
    const deck = decks.get(bank) ?? random.deck(bank);
    decks.set(bank, deck);
    return deck();
  };

  return (voice, facts) => {
    const bank = styles[voice];
    const must = [draw(bank.state[facts.condition])];
    if (facts.carrier) must.push(draw(shared.locked));
    if (facts.battery !== undefined) must.push(draw(batteryBank(voice, facts)));
    const may = [
      ...(facts.boxed ? [draw(bank.box)] : random.chance(0.3) ? [draw(shared.loose)] : []),
      ...(facts.folds ? [draw(shared.folding)] : []),
      ...(facts.homeButton && random.chance(0.5) ? [draw(shared.home)] : []),
      ...(!facts.carrier && random.chance(0.4) ? [draw(shared.unlocked)] : []),
    ];
    const closing = random.chance(0.6) ? [draw(bank.closing)] : [];
    const middle = random.chance(0.7)
      ? [...must, ...may]
      : [...must.slice(0, 1), ...may, ...must.slice(1)];
    const opening = draw(bank.opening);
    const stateFirst = random.chance(0.22);
    const parts = stateFirst
      ? [...middle.slice(0, 1), opening, ...middle.slice(1), ...closing]
      : [opening, ...middle, ...closing];
    while (fill(parts, facts).length > descriptionLength.max) {
      // The last sentences matter least; condition and lock come before them.
      parts.pop();
    }
    while (fill(parts, facts).length < descriptionLength.min) parts.push(draw(bank.closing));
    return fill(parts, facts);
  };
}

function batteryBank(
  voice: WritingStyle,
  { battery = 100, batteryRenewed }: PhoneFacts,
): readonly string[] {
  if (batteryRenewed) return shared.renewed;
  return battery < 80 ? shared.worn : styles[voice].battery;
}

/** A colour name in everyday language, without marketing prefixes. */
const colourWords = (name: string): string =>
  name === '(PRODUCT)RED' ? 'red' : name.replace(/^(?:Awesome|POCO) /, '').toLowerCase();

function fill(parts: readonly string[], facts: PhoneFacts): string {
  const known: Readonly<Record<string, string>> = {
    model: facts.model,
    short: shortOf(facts.model),
    colour: colourWords(facts.colour),
    storage: storageText(facts.storageGb),
    year: String(facts.purchaseYear),
    battery: String(facts.battery),
    carrier: facts.carrier ?? '',
  };
  return parts
    .map((part) => part.replace(/\{(\w+)\}/g, (_, key: string) => known[key] ?? ''))
    .map((part) => part.replace(/\b([Aa]) (?=iPhone|[SA]\d|11|O2|AT&T|EE)/g, '$1n '))
    .map((part) =>
      part.replace(/(^|[.!?] )(?!iPhone)([a-z])/g, (_, before: string, letter: string) => {
        return before + letter.toUpperCase();
      }),
    )
    .join(' ');
}
