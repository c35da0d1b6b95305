/** Where the members of an account and the staff read of its billing. */
export const billing = <Rest extends string>(rest: Rest) =>
  ({ member: `/dashboard/api/billing${rest}`, staff: `/staff/accounts/:accountId/billing${rest}` }) as const
