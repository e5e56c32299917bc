export { listOwnProofs } from './list-own-proofs.ts';
export { possessionImages } from './possession-images.ts';
export { purgePossessionPhotos } from './purge-photos.ts';
