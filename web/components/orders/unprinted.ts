import type { Order } from '../../api.ts'

const statuses: readonly Order['status'][] = ['CANCELLED', 'FAILED', 'REJECTED']

/** Whether an order has ended without a book. */
export const endedUnprinted = (status: Order['status']): boolean => statuses.includes(status)
