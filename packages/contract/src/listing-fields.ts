import Type from 'typebox';
import { imageUrlMaxLength } from './images.ts';
import { Dollars } from './money.ts';

export const categories = ['Xiaomi', 'Samsung', 'Iphone'] as const;
export type Category = (typeof categories)[number];

/** Best first. */
export const conditions = ['excellent', 'good', 'fair'] as const;
export type Condition = (typeof conditions)[number];

/** Maximum lengths of the texts of a product in characters, and the ranges of its years. */
export const listingLimits = {
  name: 120,
  location: 120,
  description: 4000,
  yearsOfUse: { min: 0, max: 30 },
  /** Year of the first touch-screen phones with a resale market. */
  purchaseDate: { min: 2007 },
} as const;

/** The fields of a product that its seller provides, in requests and in responses. */
export const listingFields = {
  name: Type.String({ minLength: 1, maxLength: listingLimits.name }),
  img: Type.String({
    maxLength: imageUrlMaxLength,
    description: 'A URL of the configured image host',
  }),
  originalPrice: Dollars,
  resalePrice: Dollars,
  number: Type.String({
    minLength: 1,
    maxLength: 40,
    description: "The seller's mobile number; masked in public responses",
  }),
  location: Type.String({ minLength: 1, maxLength: listingLimits.location }),
  purchaseDate: Type.Integer({ description: 'Year of purchase' }),
  yearsOfUse: Type.String({ pattern: '^\\d{1,2} years?$', description: 'Text such as "3 years"' }),
  category: Type.Enum(categories),
  condition: Type.Enum(conditions),
  description: Type.String({ minLength: 1, maxLength: listingLimits.description }),
};
