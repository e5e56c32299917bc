import { imageSizes } from '@redial/contract';

/** The smallest stored size of an image: large enough for a photo of a person. */
export const smallestImage = (url: string): string => imageSizes(url)?.[0]?.webp ?? url;
