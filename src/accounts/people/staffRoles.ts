// THE TABLE of the permissions of the staff. Every member of the staff may read everything; a route that changes
// something declares one of these permissions. docs/staff-api.md has the table for people.

export const staffPermissions = {
  customers: 'open accounts, invite their people, change limits, suspend accounts, erase recipients',
  orders: 'change, resume, recheck and reprint orders, resend webhooks',
  refunds: 'refund orders, and cancel stopped orders, which refunds them',
  approvals: 'approve or decline the requests of others',
  money: 'settle charges and refunds that are stuck, decide about exemption certificates',
  printing: 'hold and release printers, move print jobs, record what a printer said',
  catalog: 'edit and publish books, prices, shipping, taxes and holidays, put accounts on price lists',
  people: 'invite and remove people of the staff and of printers, change roles, keys of others and for Prometheus',
  installation: 'set the printers, the mail server, the public address, the payment provider and the storage',
} as const

export type StaffPermission = keyof typeof staffPermissions
export const staffPermissionNames = Object.keys(staffPermissions) as StaffPermission[]

// biome-ignore format: one line a role
export const staffRoles = {
  owner:      { may: staffPermissionNames,                           meaning: 'everything, including roles of others' },
  support:    { may: ['customers', 'orders', 'refunds'],             meaning: 'customers and their orders' },
  finance:    { may: ['refunds', 'approvals', 'money', 'catalog'],   meaning: 'payments, refunds, approvals and prices' },
  production: { may: ['orders', 'printing'],                         meaning: 'printers, print jobs and stopped orders' },
  read_only:  { may: [],                                             meaning: 'reads, and changes nothing' },
} as const satisfies Record<string, { may: readonly StaffPermission[]; meaning: string }>

export type StaffRole = keyof typeof staffRoles
export const staffRoleNames = Object.keys(staffRoles) as StaffRole[]

export const permissionsOf = (role: StaffRole): readonly StaffPermission[] => staffRoles[role].may

/** The roles that have a permission. */
export const staffRolesWith = (permission: StaffPermission): StaffRole[] =>
  staffRoleNames.filter(role => permissionsOf(role).includes(permission))
