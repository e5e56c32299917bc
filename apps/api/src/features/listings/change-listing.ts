import {
  type ChangedListing,
  type Condition,
  type Defect,
  type Grade,
  type GradeResult,
  grade,
  isBetterThan,
  type ListingChange,
  type ListingDetails,
  validateDefects,
  validateDetails,
} from '@redial/contract';
import { listingDetails } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { findContacts } from '../../platform/contact-filter/index.ts';
import { Problem } from '../../platform/problem.ts';
import { parseLine } from '../../platform/text-fields.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordDeviceEntry } from '../devices/index.ts';
import { absoluteImageUrl, findUploadedImage } from '../images/index.ts';
import { requireModel } from '../models/index.ts';
import {
  hideProduct,
  holdIfRisky,
  lockOwnProduct,
  requireConditionAllowed,
  setProductFacts,
  unhideProduct,
} from '../selling/index.ts';
import { findListing, type ListingRow, toDetails, toListing } from './queries.ts';

/**
 * States details of the seller's own listing. Grades the phone by all details known then: a condition
 * that they contradict is lowered, and a phone that may not be sold is hidden until that is mended.
 *
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`,
 *   `validation.failed`, with the field, `listing.condition-too-good`
 */
export async function changeListing(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  actor: User,
  { id, condition, ...change }: { id: string } & ListingChange,
): Promise<ChangedListing> {
  requireValid(validateDetails(change));
  for (const field of ['colour', 'carrier'] as const) {
    if (change[field] != null) parseLine(change[field], field);
  }
  requireNoContacts(change);
  const { db, clock } = deps;
  return inTransaction(db, async (tx) => {
    await lockOwnProduct(tx, actor, id);
    const current = await requireListing(tx, id);
    const { model, storageGb, colour, ...details } = { ...toDetails(current), ...change };
    const isOtherVariant = change.model !== undefined || change.colour !== undefined;
    const known = isOtherVariant && model !== null ? await findModel(tx, model) : undefined;
    await store(tx, id, details, current.details?.defects ?? null, clock.now());
    await setProductFacts(tx, id, {
      ...(change.model === undefined ? {} : { modelId: known?.id ?? null }),
      ...(change.storageGb === undefined ? {} : { storageGb }),
      ...(isOtherVariant ? { colour: spelled(colour, known) } : {}),
    });
    if (condition) {
      await requireConditionAllowed(tx, id, condition);
      await setProductFacts(tx, id, { condition });
    }
    return applyGrade(tx, await requireListing(tx, id), deps);
  });
}

/**
 * Declares the defects of the seller's own listing in place of the declared ones; none at all says that
 * the phone has no marks. The effects on condition and visibility are those of `changeListing`.
 *
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`,
 *   `validation.failed`
 */
export async function setDefects(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'imageHost'>,
  actor: User,
  { id, defects }: { id: string; defects: Defect[] },
): Promise<ChangedListing> {
  const { db, clock, settings } = deps;
  requireValid(validateDefects(defects));
  for (const [index, { note }] of defects.entries()) {
    if (note?.trim()) parseLine(note, `defects.${index}.note`);
  }
  const uploaded = await findCloseUps(deps, actor, defects);
  return inTransaction(db, async (tx) => {
    await lockOwnProduct(tx, actor, id);
    const current = await requireListing(tx, id);
    const { model: _1, storageGb: _2, colour: _3, ...details } = toDetails(current);
    const known = current.details?.defects ?? [];
    const stored = defects.map((defect, index) =>
      defect.photo === undefined
        ? defect
        : { ...defect, photo: storedCloseUp(defect.photo, index, known, uploaded, settings) },
    );
    await store(tx, id, details, stored, clock.now());
    return applyGrade(tx, await requireListing(tx, id), deps);
  });
}

/** Looks up the close-ups that the seller uploaded; by URL, the form in which they are stored. */
async function findCloseUps(
  deps: Pick<Deps, 'db' | 'settings' | 'imageHost'>,
  actor: User,
  defects: readonly Defect[],
): Promise<Map<string, string>> {
  const uploaded = new Map<string, string>();
  for (const { photo } of defects) {
    if (photo === undefined || uploaded.has(photo)) continue;
    const stored = await findUploadedImage(deps, actor, photo);
    if (stored !== undefined) uploaded.set(photo, stored);
  }
  return uploaded;
}

/**
 * The stored form of a close-up: one that is declared already, on any host, or an upload.
 *
 * @throws Problem `validation.failed`
 */
function storedCloseUp(
  url: string,
  index: number,
  known: readonly Defect[],
  uploaded: ReadonlyMap<string, string>,
  settings: Deps['settings'],
): string {
  const kept = known.find(({ photo }) => photo && absoluteImageUrl(photo, settings) === url)?.photo;
  const stored = kept ?? uploaded.get(url);
  if (stored !== undefined) return stored;
  const message = `Defect ${index + 1}: its photo is not an image that you uploaded here`;
  throw new Problem('validation.failed', message, `body.defects.${index}.photo`);
}

function requireValid(error: { field: string; message: string } | undefined): void {
  if (error) throw new Problem('validation.failed', error.message, `body.${error.field}`);
}

/** Colours are filters and carriers facts: contact data in them is refused instead of hidden. */
function requireNoContacts(change: ListingChange): void {
  for (const field of ['colour', 'carrier'] as const) {
    if (findContacts(change[field] ?? '').length === 0) continue;
    const message = `The ${field} cannot have phone numbers, addresses or links`;
    throw new Problem('validation.failed', message, `body.${field}`);
  }
}

async function requireListing(tx: Transaction, id: string): Promise<ListingRow> {
  const row = await findListing(tx, id);
  if (!row) throw new Problem('product.not-found');
  return row;
}

/** @throws Problem `validation.failed` if the catalogue lacks the model. */
async function findModel(tx: Transaction, slug: string) {
  try {
    return await requireModel(tx, slug);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const message = 'The model catalogue has no such model';
    throw new Problem('validation.failed', message, 'body.model', { cause: error });
  }
}

/** A colour as the catalogue spells it, so that one filter finds all phones that have it. */
function spelled(
  colour: string | null,
  model: { readonly colours: readonly string[] } | undefined,
): string | null {
  const typed = colour?.trim() ?? null;
  const known = model?.colours.find((each) => each.toLowerCase() === typed?.toLowerCase());
  return known ?? typed;
}

type StoredDetails = Omit<ListingDetails, 'model' | 'storageGb' | 'colour'>;

async function store(
  tx: Transaction,
  productId: string,
  details: StoredDetails,
  defects: Defect[] | null,
  changedAt: Date,
): Promise<void> {
  const computed = gradeListing(details, defects);
  const row = {
    ...details,
    // A carrier is named where the phone is locked to it.
    carrier: details.networkLock === 'carrier-locked' ? (details.carrier?.trim() ?? null) : null,
    defects,
    grade: computed?.grade ?? null,
    gradeReasons: computed?.reasons ?? [],
    changedAt,
  };
  await tx
    .insert(listingDetails)
    .values({ productId, ...row })
    .onConflictDoUpdate({ target: listingDetails.productId, set: row });
}

/** The grade of a listing; undefined as long as nothing that is graded is stated. */
function gradeListing(
  { batteryHealthPct, tests, accountLock }: StoredDetails,
  defects: readonly Defect[] | null,
): GradeResult | undefined {
  const isStated =
    defects !== null ||
    batteryHealthPct !== null ||
    Object.keys(tests).length > 0 ||
    accountLock === 'locked';
  return isStated
    ? grade(defects ?? [], batteryHealthPct ?? undefined, tests, { accountLock })
    : undefined;
}

/**
 * Lowers a condition that the grade contradicts, and hides or shows the listing by it. One that is risky
 * by what was changed is held for review.
 */
async function applyGrade(
  tx: Transaction,
  row: ListingRow,
  deps: Pick<Deps, 'clock' | 'settings'>,
): Promise<ChangedListing> {
  const { id, condition, hiddenReasons } = row.product;
  const computed: Grade | null = row.details?.grade ?? null;
  const lowest: Condition | undefined =
    computed && isBetterThan(condition, computed)
      ? computed === 'not-listable'
        ? 'fair'
        : computed
      : undefined;
  const lowered = lowest !== undefined && lowest !== condition ? lowest : undefined;
  if (lowered) await setProductFacts(tx, id, { condition: lowered });
  const isHidden = hiddenReasons.includes('not-listable');
  if (computed === 'not-listable' && !isHidden) await hideProduct(tx, id, 'not-listable');
  if (computed !== 'not-listable' && isHidden) await unhideProduct(tx, id, 'not-listable');
  await recordDeviceEntry(tx, id);
  await holdIfRisky(tx, deps, id);
  const listing = await toListing(tx, await requireListing(tx, id), deps.settings);
  return lowered ? { ...listing, loweredFrom: condition } : listing;
}
