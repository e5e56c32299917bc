/** Responses of endpoints that create, change or delete records. */
export const inserted = (insertedId: string) => ({ acknowledged: true as const, insertedId });
export const modified = (modifiedCount: number) => ({ acknowledged: true as const, modifiedCount });
export const deleted = (deletedCount: number) => ({ acknowledged: true as const, deletedCount });
