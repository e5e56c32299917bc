/**
 * Checks the check digit of a card number (Luhn algorithm, ISO/IEC 7812-1 annex B).
 *
 * @param digits the card number without spaces.
 */
export function passesLuhn(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  let sum = 0;
  for (const [fromRight, digit] of [...digits].reverse().entries()) {
    const value = fromRight % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
