import {
  type ApiError,
  addProduct,
  editProduct,
  listMyProducts,
  type NewProduct,
} from '@redial/contract';
import { call } from '../../session/call.ts';
import { changedFields } from '../../session/changed-fields.ts';
import { currentSession } from '../../session/session-store.ts';
import { formValuesOf, toNewProduct } from './listing-form.ts';

type Added =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly error: ApiError };

/**
 * Lists a phone. After an attempt whose response was lost, it may be listed already: then it is found by its
 * image, which was uploaded for it, and gets what the form has changed since.
 *
 * @param isRepeated whether the response to the last attempt was lost.
 */
export async function addListing(listing: NewProduct, isRepeated: boolean): Promise<Added> {
  const session = currentSession();
  if (isRepeated && session.status === 'signed-in') {
    const own = await call(listMyProducts, { query: { email: session.user.email } });
    if (!own.ok) return own;
    const listed = own.value.find(({ img }) => img === listing.img);
    if (listed) {
      const { _id: id } = listed;
      const body = changedFields(toNewProduct(formValuesOf(listed), listed.img), listing);
      const edited = await call(editProduct, { params: { id }, body });
      return edited.ok ? { ok: true, id } : edited;
    }
  }
  const added = await call(addProduct, { body: listing });
  return added.ok ? { ok: true, id: added.value.insertedId } : added;
}
