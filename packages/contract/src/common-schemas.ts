import Type from 'typebox';
import { emailMaxLength } from './validation.ts';

/** A UUIDv7 in text form: the `_id` of every record. */
export const Id = Type.String({ format: 'uuid' });
/** An e-mail address as it comes in; compared through `emailKey`. */
export const Email = Type.String({ minLength: 3, maxLength: emailMaxLength });

/** What calls that create, change and delete answer. */
export const Inserted = Type.Object({ acknowledged: Type.Literal(true), insertedId: Id });
export const Modified = Type.Object({
  acknowledged: Type.Literal(true),
  modifiedCount: Type.Integer({ minimum: 0 }),
});
export const Deleted = Type.Object({
  acknowledged: Type.Literal(true),
  deletedCount: Type.Integer({ minimum: 0 }),
});
