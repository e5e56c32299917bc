import { passesLuhn } from '@redial/contract';
import { isValidIBAN } from 'ibantools';
import type { Finding } from './finding.ts';

/** Words for digits, as they are spelt out to hide a number; English, German, Spanish, French. */
const digitWords: Readonly<Record<string, string>> = {
  zero: '0',
  oh: '0',
  nil: '0',
  null: '0',
  cero: '0',
  one: '1',
  eins: '1',
  uno: '1',
  un: '1',
  two: '2',
  zwei: '2',
  zwo: '2',
  dos: '2',
  deux: '2',
  three: '3',
  drei: '3',
  tres: '3',
  trois: '3',
  four: '4',
  vier: '4',
  cuatro: '4',
  quatre: '4',
  five: '5',
  funf: '5',
  fuenf: '5',
  cinco: '5',
  cinq: '5',
  six: '6',
  sechs: '6',
  seis: '6',
  seven: '7',
  sieben: '7',
  siete: '7',
  sept: '7',
  eight: '8',
  acht: '8',
  ocho: '8',
  huit: '8',
  nine: '9',
  neun: '9',
  nueve: '9',
  neuf: '9',
}; // prettier-ignore

/** Letters that replace digits between digits: "O7I2". */
const digitLetters: Readonly<Record<string, string>> = {
  o: '0',
  i: '1',
  l: '1',
  s: '5',
  b: '8',
  z: '2',
}; // prettier-ignore

interface Group {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
  readonly spelt: boolean;
}

/** Characters between two groups of a number. */
const maxGap = 5;

/** Dates and times, with nothing that would make them part of a longer number. */
const dateOrTime =
  /(?<!\d[-./ ]?)(?:(?:(?:19|20)\d\d[-./](?:0?[1-9]|1[0-2])[-./](?:[0-2]?\d|3[01])|(?:[0-2]?\d|3[01])[-./](?:[0-2]?\d|3[01])[-./](?:19|20)\d\d)(?:[ ,t]+[0-2]?\d[:.h][0-5]\d)?|[0-2]?\d:[0-5]\d)(?![-./]?\d)/g;
/** The groups of digits in a text, in figures or in words. */
function findGroups(text: string): Group[] {
  // Of the same length, so that places stay the same.
  const blank = (found: string) => 'x'.repeat(found.length);
  const plain = text.replace(dateOrTime, blank);
  const groups: Group[] = [];
  let repeat = 1;
  for (const match of plain.matchAll(/[a-z0-9]+/g)) {
    const [token] = match;
    const start = match.index;
    if (token === 'double' || token === 'triple') {
      repeat = token === 'double' ? 2 : 3;
      continue;
    }
    // Own ones only: every object has a `constructor`, and texts have the word.
    const word = Object.hasOwn(digitWords, token) ? digitWords[token] : undefined;
    const digits = word?.repeat(repeat) ?? readFigures(token)?.padStart(repeat, token);
    repeat = 1;
    if (digits)
      groups.push({ start, end: start + token.length, digits, spelt: word !== undefined });
  }
  return groups;
}

/** The digits of a token that consists of figures, perhaps with letters that look like some. */
function readFigures(token: string): string | undefined {
  if (/^\d+$/.test(token)) return token;
  const figures = token.replace(/\D/g, '').length;
  const digits = [...token].map((one) => digitLetters[one] ?? one).join('');
  if (!/^\d+$/.test(digits)) return undefined;
  return token.length === 1 || (token.length > 2 && figures * 2 >= token.length)
    ? digits
    : undefined;
}

/** Groups that belong to one number: little stands between them, and nothing that makes them a list. */
function joinGroups(text: string, groups: readonly Group[]): Group[][] {
  const numbers: Group[][] = [];
  for (const group of groups) {
    const number = numbers.at(-1);
    const last = number?.at(-1);
    const gap = last ? text.slice(last.end, group.start) : '';
    if (number && last && isGap(gap, last, group)) number.push(group);
    else numbers.push([group]);
  }
  return numbers;
}

function isGap(gap: string, left: Group, right: Group): boolean {
  const between = gap.replace(/\b(?:and|then|und|y|et|plus|dash|space|double|triple)\b/g, '');
  if (between.length > maxGap || /[a-z\d]/.test(between)) return false;
  if (left.spelt || right.spelt) return true;
  // "64, 128, 256": a list, unless it is one of single figures.
  const single = left.digits.length === 1 && right.digits.length === 1;
  if (/[,;]\s/.test(between) || /[/|]/.test(between)) return single || /[/|]/.test(between);
  return true;
}

const year = /^(?:19|20)\d\d$/;
const storage = /^(?:8|16|32|64|128|256|512|1024)$/;
/** Words before a short number that make it a phone number. */
const announcement =
  /(?:phone|call|ring|text|sms|mobile|cell|tel|whats ?app|number|num|nummer|handy|telefon|numero|contact)\D{0,20}$/;
/** Names of long numbers that are none to call. Common words need more: "order number", "part #". */
const otherNumber =
  /\b(?:serial|ean|upc|barcode|tracking|(?:order|part|model|invoice|article)(?=[\s-]*(?:no|nr|number|id|#)))(?:[\s-]*(?:\b(?:no|nr|number|id|code|is)\b\.?|[#:=]))*\s*$/;
/** "Call order no." names no other number. */
const invitation =
  /\b(?:call|ring|phone|text|sms|whats ?app)(?:\s+(?:me|us|my|at|on|now|or|to|and))*\W*$/;

/** Times of day that are a number to call: four or more after an invitation. */
const numberInTimes =
  /\b(?:call|ring|phone|text|sms|whats ?app)(?:\s+(?:me|us|at|on|now))*[\s:,]+(\d\d:\d\d(?:(?:[\s,]+|\s+(?:then|and)\s+)\d\d:\d\d){3,})/g;

const currencyBefore = /[$€£¥]\s?$/;
const currencyAfter = /^\s?(?:[$€£¥]|(?:usd|eur|gbp|dollars?|euros?)\b)/;
/** With separators: "1,299", "1299.00". */
const formattedPrice = /^[1-9]\d{0,2}[.,']\d{3}(?:[.,]\d\d)?$|^[1-9]\d{0,5}[.,]00$/;
/** Digits of the highest price with its cents, without which it is short. */
const maxAmountDigits = 7;

/**
 * Whether figures beside a currency sign are prices, perhaps with a year, a storage size or a generation:
 * "13 256 1200 €". A sign does not make a longer number a price.
 */
function areAmounts(before: string, written: string, after: string): boolean {
  const signs =
    Number(currencyBefore.test(before)) +
    Number(currencyAfter.test(after)) +
    (written.match(/[$€£¥]/g)?.length ?? 0);
  if (signs === 0) return false;
  const figures = written.match(/\d(?:[\d.,']*\d)?/g) ?? [];
  if (figures.join('').replace(/\D/g, '').length <= maxAmountDigits) return true;
  const others = figures.filter(
    (one) => !formattedPrice.test(one) && !year.test(one) && !storage.test(one),
  );
  const prices = others.filter((one) => /^[1-9]\d{2,5}$/.test(one));
  const generations = others.filter((one) => /^\d{1,2}$/.test(one));
  return (
    prices.length <= signs &&
    generations.length <= 1 &&
    prices.length + generations.length === others.length
  );
}

/** Storage sizes in order, or pairs of memory and storage: "8/256". */
function areStorageSizes(written: string, number: readonly Group[]): boolean {
  if (number.length < 2 || !number.every((one) => storage.test(one.digits))) return false;
  const sizes = number.map(({ digits }) => Number(digits));
  const ascending = sizes.toSorted((a, b) => a - b).join();
  return (
    sizes.length < 4 ||
    written.includes('/') ||
    [sizes, sizes.toReversed()].some((order) => order.join() === ascending)
  );
}

function classifyNumber(text: string, number: readonly Group[]): Finding['kind'] | undefined {
  const digits = number.map((group) => group.digits).join('');
  const start = number[0]?.start ?? 0;
  const end = number.at(-1)?.end ?? 0;
  const before = text.slice(Math.max(0, start - 40), start);
  const written = text.slice(start, end);
  if (areAmounts(before, written, text.slice(end, end + 10))) return undefined;
  if (digits.length === 15 && passesLuhn(digits)) return 'imei';
  if (digits.length === 16 && passesLuhn(digits)) return 'bank';
  if (number.length > 1 && number.every((one) => year.test(one.digits))) return undefined;
  if (areStorageSizes(written, number)) return undefined;
  if (/\+\s?\(?$/.test(before)) return digits.length >= 7 ? 'phone' : undefined;
  const other = otherNumber.exec(before);
  if (other && !invitation.test(before.slice(0, other.index))) return undefined;
  if (digits.length > 17) return number.length > 1 ? undefined : 'phone';
  if (digits.length >= 9) return 'phone';
  if (digits.length < 7) return undefined;
  const groups = number.map((group) => group.digits.length).join('-');
  const isLocal = /^\d{3}[-. ]\d{4}$/.test(written) || /^0\d/.test(digits);
  return isLocal ||
    number.every(({ spelt }) => spelt) ||
    groups.startsWith('1-1-1-1') ||
    announcement.test(before)
    ? 'phone'
    : undefined;
}

/** Finds phone numbers, IMEIs and card numbers. */
export function findNumbers(text: string): Finding[] {
  const numbers = joinGroups(text, findGroups(text)).flatMap((number): Finding[] => {
    const kind = classifyNumber(text, number);
    const [first] = number;
    const last = number.at(-1);
    return kind && first && last ? [{ kind, start: first.start, end: last.end }] : [];
  });
  for (const { 0: found, 1: times = '', index } of text.matchAll(numberInTimes)) {
    // People meet and call at round times.
    if (/:\d[05](?!\d)/.test(times)) continue;
    const end = index + found.length;
    numbers.push({ kind: 'phone', start: end - times.length, end });
  }
  return numbers;
}

const ibanCandidate = /\b[a-z]{2}[ -]?\d{2}(?:[ -]?[a-z0-9]){11,30}/g;
const account =
  /\b(?:sort code|account (?:number|no\.?|nr\.?)?|acc(?:ount)? ?#|routing (?:number|no\.?)?|bsb|kontonummer|blz)[\s:#=is]{0,6}(\d(?:[ -]?\d){5,17})/g;

/** Finds bank accounts: IBANs, and numbers that are called so. */
export function findBankAccounts(text: string): Finding[] {
  const ibans = [...text.matchAll(ibanCandidate)].flatMap(({ 0: found, index }): Finding[] => {
    // The words that follow may look like a part of it.
    for (let end = found.length; end >= 15; end--) {
      const iban = found.slice(0, end).replace(/[ -]/g, '').toUpperCase();
      if (isValidIBAN(iban)) return [{ kind: 'bank', start: index, end: index + end }];
    }
    return [];
  });
  const accounts = [...text.matchAll(account)].map(
    ({ 0: found, 1: digits = '', index }): Finding => {
      const end = index + found.length;
      return { kind: 'bank', start: end - digits.length, end };
    },
  );
  return [...ibans, ...accounts];
}
