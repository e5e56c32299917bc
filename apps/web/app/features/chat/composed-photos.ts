import { chatLimits } from '@redial/contract';
import { clearDraft, readDraft, saveDraft } from '../../session/drafts.ts';

/** A photo that is uploaded and can be sent. */
export interface UploadedPhoto {
  readonly id: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** A photo of the message that is being written. */
export interface ComposedPhoto {
  readonly key: string;
  /** What shows it before it is uploaded. */
  readonly preview: string;
  /** From 0 to 1. */
  readonly progress: number;
  readonly isWaiting?: boolean;
  readonly uploaded?: UploadedPhoto;
  /** Why it cannot be uploaded. */
  readonly error?: string;
}

/** An hour less than the server allows, for somebody who goes on writing. */
const maxAgeMs = (chatLimits.unsentPhotoHours - 1) * 3_600_000;
const empty = { list: '[]', lost: '0' };

interface Stored extends UploadedPhoto {
  readonly at: number;
}

/**
 * Reads the photos of a draft: those that were uploaded survive a closed tab.
 *
 * @returns `lost`: how many must be added again.
 */
export function readDraftPhotos(name: string): { photos: UploadedPhoto[]; lost: number } {
  const { list, lost } = readDraft(name, empty, true);
  try {
    const stored: unknown = JSON.parse(list);
    const all = Array.isArray(stored) ? stored.filter(isStored) : [];
    const photos = all.filter(({ at }) => Date.now() - at < maxAgeMs);
    return { photos, lost: Number(lost) + all.length - photos.length };
  } catch {
    return { photos: [], lost: 0 };
  }
}

/** Stores the photos of a draft that are uploaded, and how many are not. */
export function saveDraftPhotos(name: string, photos: readonly ComposedPhoto[]): void {
  if (photos.length === 0) {
    clearDraft(name, true);
    return;
  }
  const list = photos.flatMap(({ uploaded }) => uploaded ?? []);
  const before = readDraftTimes(name);
  const stored = list.map((photo) => ({ ...photo, at: before.get(photo.id) ?? Date.now() }));
  const lost = String(photos.length - list.length);
  saveDraft(name, { list: JSON.stringify(stored), lost }, true);
}

function readDraftTimes(name: string): ReadonlyMap<string, number> {
  try {
    const stored: unknown = JSON.parse(readDraft(name, empty, true).list);
    return new Map(
      (Array.isArray(stored) ? stored.filter(isStored) : []).map(({ id, at }) => [id, at]),
    );
  } catch {
    return new Map();
  }
}

/** Whether a stored value is an uploaded photo. */
export const isUploadedPhoto = (value: unknown): value is UploadedPhoto =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'url' in value &&
  typeof value.url === 'string' &&
  'width' in value &&
  typeof value.width === 'number' &&
  'height' in value &&
  typeof value.height === 'number';

const isStored = (value: unknown): value is Stored =>
  isUploadedPhoto(value) && 'at' in value && typeof value.at === 'number';
