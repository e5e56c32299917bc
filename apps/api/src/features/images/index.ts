export { type ConcurrencyLimiter, createConcurrencyLimiter } from './concurrency-limiter.ts';
export { createImageEncoder, decodeImage, inspectImage } from './encode-image.ts';
export {
  absoluteImageUrl,
  findUploadedImage,
  hostedImagePath,
  imageFileNames,
  userPhotoUrl,
} from './image-urls.ts';
export { keepsPhotos } from './kept-listings.ts';
export {
  type PrivateImages,
  privateFileName,
  privateImageRoute,
  privateImageUrl,
} from './private-images.ts';
export { purgePhotoHashes } from './purge-photo-hashes.ts';
export { readUpload } from './read-upload.ts';
export { storeImage } from './store-image.ts';
