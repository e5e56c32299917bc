import { type Search, usualSort } from './filters.ts';

/** Puts a search into the fields of a form, all but the one that is being typed in. */
export function showInForm(form: HTMLFormElement, search: Search): void {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) field.value = textOf(search, field.name);
    if (!(field instanceof HTMLInputElement) || field.type === 'hidden') continue;
    const text = textOf(search, field.name);
    if (field.type === 'radio' || field.type === 'checkbox') field.checked = field.value === text;
    else if (field !== document.activeElement) field.value = text;
  }
}

function textOf(search: Search, name: string): string {
  if (name === 'sort') return search.sort ?? usualSort(search.q);
  const value = (search as Record<string, unknown>)[name];
  return value === undefined || value === false ? '' : String(value);
}
