/**
 * The fields whose values differ from those before, compared as JSON: what a form sends, so that fields
 * which changed elsewhere meanwhile stay.
 */
export function changedFields<T extends object>(before: Partial<T>, after: T): Partial<T> {
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof T]),
  );
  return Object.fromEntries(changed) as Partial<T>;
}
