export { absoluteImageUrl, findUploadedImage, hostedImagePath } from './image-urls.ts';
export { removeUnusedImages } from './remove-unused-images.ts';
export { imagesRoutes } from './routes.ts';
