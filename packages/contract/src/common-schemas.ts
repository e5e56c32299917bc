import Type, { type TSchema } from 'typebox';
import { emailMaxLength } from './validation.ts';

/** UUIDv7 as a string: the `_id` of every record. */
export const Id = Type.String({ format: 'uuid' });
/** An e-mail address as received. Compare addresses with `normalizeEmail`. */
export const Email = Type.String({ minLength: 3, maxLength: emailMaxLength });

/** A calendar day. */
export const Day = Type.String({
  format: 'date',
  description: 'A day in UTC, such as 2026-01-31',
});

/** The parties of an order. */
export const parties = ['buyer', 'seller'] as const;
export type Party = (typeof parties)[number];

/** Responses of endpoints that create, change and delete records. */
export const Inserted = Type.Object({ acknowledged: Type.Literal(true), insertedId: Id });
export const Modified = Type.Object({
  acknowledged: Type.Literal(true),
  modifiedCount: Type.Integer({ minimum: 0 }),
});
export const Deleted = Type.Object({
  acknowledged: Type.Literal(true),
  deletedCount: Type.Integer({ minimum: 0 }),
});

/** A point in time, in ISO 8601. */
export const DateTime = Type.String({ format: 'date-time' });
/** A value that can be missing. */
export const orNull = <T extends TSchema>(schema: T, options: { description?: string } = {}) =>
  Type.Union([schema, Type.Null()], options);
