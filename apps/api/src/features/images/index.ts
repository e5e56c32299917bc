export { absoluteImageUrl, hostedImage, hostedImagePath } from './addresses.ts';
