// Where programs, the members of an account and the staff read of its billing.

export const billing = <Rest extends string>(rest: Rest) =>
  ({
    key: `/billing${rest}`,
    member: `/dashboard/api/billing${rest}`,
    staff: `/staff/accounts/:accountId/billing${rest}`,
  }) as const

/** For what a key of the account may read. Payments of the sandbox are simulated, and have no charges or invoices. */
export const readByKey = { scope: 'billing:read', keysOf: 'production' } as const
