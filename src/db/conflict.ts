/**
 * SQLSTATE of a transaction that PostgreSQL ended for another's sake: 40P01 they waited for each other, 40001 they
 * cannot be put in order.
 */
const conflicts: readonly unknown[] = ['40P01', '40001']

/**
 * Whether the transaction failed for the company it was in: nothing of it is written, and the same again may go
 * through.
 */
export const isConflict = (thrown: unknown): boolean =>
  thrown instanceof Error && conflicts.includes((thrown as { code?: unknown }).code)
