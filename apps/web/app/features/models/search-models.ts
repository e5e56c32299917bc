import type { PhoneModel } from '@redial/contract';

/** The models whose brand, name or another name contains all words; edited ones come first. */
export function searchModels<
  Model extends Pick<PhoneModel, 'brand' | 'name' | 'aliases' | 'correctedAt'>,
>(models: readonly Model[], text: string): Model[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return models
    .filter(({ brand, name, aliases }) => {
      const all = [brand, name, ...aliases].join(' ').toLowerCase();
      return words.every((word) => all.includes(word));
    })
    .toSorted((a, b) => Number(!!b.correctedAt) - Number(!!a.correctedAt));
}
