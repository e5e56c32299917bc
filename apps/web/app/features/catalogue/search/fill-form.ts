import { defaultSort, type ProductSearch } from './filters.ts';

/**
 * Writes a search into the fields of a form, except the field that has the focus, and fields without a
 * name, which are no part of the search.
 */
export function fillForm(form: HTMLFormElement, search: ProductSearch): void {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) field.value = fieldValue(search, field.name);
    if (!(field instanceof HTMLInputElement) || field.type === 'hidden' || !field.name) continue;
    const text = fieldValue(search, field.name);
    if (field.type === 'radio' || field.type === 'checkbox') field.checked = field.value === text;
    else if (field !== document.activeElement) field.value = text;
  }
}

function fieldValue(search: ProductSearch, name: string): string {
  if (name === 'sort') return search.sort ?? defaultSort(search.q);
  const value = (search as Record<string, unknown>)[name];
  return value === undefined || value === false ? '' : String(value);
}
