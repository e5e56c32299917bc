import type { Category } from '@redial/contract';

/** The words of a name as users type them: lower case, without punctuation, `+` as `plus`. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/\+/g, ' plus ')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Ranks the models that a partial name may mean: every word begins a word of the model's name, of its
 * brand or of one of its aliases; words may be joined (`s23ultra`). Names that begin with the text come
 * first, then newer models.
 *
 * @param models newest first.
 */
export function suggestModels<
  M extends {
    readonly name: string;
    readonly brand: string;
    readonly category: Category;
    readonly aliases: readonly string[];
    readonly releasedOn: string;
  },
>(models: readonly M[], text: string, max: number): M[] {
  const typed = wordsOf(text);
  if (typed.length === 0) return [];
  const joined = typed.join('');
  return models
    .flatMap((model) => {
      const names = [model.name, ...model.aliases].map(wordsOf);
      const known = [...names.flat(), ...wordsOf(model.brand), model.category.toLowerCase()];
      const keys = names.map((words) => words.join(''));
      const begins = keys.some((key) => key.startsWith(joined));
      const hasWords = typed.every((word) => known.some((one) => one.startsWith(word)));
      if (!begins && !hasWords && !keys.some((key) => key.includes(joined))) return [];
      const rank = keys.includes(joined) ? 0 : begins ? 1 : hasWords ? 2 : 3;
      return [{ model, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank || b.model.releasedOn.localeCompare(a.model.releasedOn))
    .slice(0, max)
    .map(({ model }) => model);
}
