import Type from 'typebox';
import { Id, Modified, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';

/** The URL of somebody's photo, as others see it. */
export const UserPhoto = orNull(Type.String(), { description: 'A photo of this person, if any' });

/** Length in characters of the reason for which a moderator removes a photo. */
export const photoRemovalLimits = { reason: 500 } as const;

export const getOwnProfile = endpoint({
  method: 'GET',
  path: '/api/account/profile',
  summary: "The caller's name and photo, as others see them",
  access: 'user',
  response: Type.Object({ name: Type.String(), photo: UserPhoto }),
  errors: [],
});

export const uploadProfilePhoto = endpoint({
  method: 'POST',
  path: '/api/account/photo',
  summary: 'Set the own photo (multipart, field "image")',
  access: 'user',
  notSuspended: true,
  response: Type.Object({ photo: Type.String({ description: 'The URL of the photo' }) }),
  errors: [
    'request.invalid',
    'image.corrupt',
    'image.too-large',
    'image.unsupported',
    'image.quota-reached',
    'image.unavailable',
    'body.unsupported',
  ],
});

export const removeProfilePhoto = endpoint({
  method: 'DELETE',
  path: '/api/account/photo',
  summary: 'Remove the own photo',
  access: 'user',
  response: Modified,
  errors: [],
});

export const removePhotoOfUser = endpoint({
  method: 'POST',
  path: '/api/users/:id/photo-removal',
  summary: "Remove somebody's photo as a moderator",
  access: 'admin',
  staff: ['moderator'],
  stepUp: true,
  audit: 'photo.removed',
  params: Type.Object({ id: Id }),
  body: Type.Object({ reason: Type.String({ maxLength: photoRemovalLimits.reason }) }),
  response: Modified,
  errors: ['user.not-found', 'moderation.person-protected', 'validation.failed'],
});
