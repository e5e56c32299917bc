export { hideReview, restoreReview } from './hide-review.ts';
export { listOwnReviews } from './list-own-reviews.ts';
export { findProfileUser } from './profile-user.ts';
export { purgeReviewTexts } from './purge-review-texts.ts';
export { ratingOfSeller } from './ratings.ts';
