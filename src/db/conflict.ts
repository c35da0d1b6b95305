/**
 * SQLSTATE of a transaction that PostgreSQL ended because of another transaction: 40P01 is a deadlock, 40001 a
 * serialization failure.
 */
const conflicts: readonly unknown[] = ['40P01', '40001']

/** Whether the transaction failed because of another transaction. Nothing is written, and a retry may succeed. */
export const isConflict = (thrown: unknown): boolean =>
  thrown instanceof Error && conflicts.includes((thrown as { code?: unknown }).code)

/** Whether the database refused something new of an account that has moved to another installation. */
export const isOfMoved = (thrown: unknown): boolean =>
  thrown instanceof Error && (thrown as { code?: unknown }).code === 'OM001'

/** Whether another transaction kept a lock for longer than the `lock_timeout` of this one (SQLSTATE 55P03). */
export const isLockTimeout = (thrown: unknown): boolean =>
  thrown instanceof Error && (thrown as { code?: unknown }).code === '55P03'
