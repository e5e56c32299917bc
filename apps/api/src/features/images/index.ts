export { absoluteImageUrl, hostedImage, hostedImagePath } from './addresses.ts';
export { removeUnusedImages } from './remove-unused-images.ts';
export { imagesRoutes } from './routes.ts';
