export { absoluteImageUrl, findUploadedImage, hostedImagePath } from './image-urls.ts';
