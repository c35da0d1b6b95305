// THE TABLE of the permissions of members. Every member may read the account's data; a route that needs more declares
// one of these permissions.

export const permissions = ['orders', 'products', 'keys', 'webhooks', 'billing', 'team'] as const
export type Permission = (typeof permissions)[number]

// biome-ignore format: one line a role
export const roles = {
  owner:      { may: permissions,                                    meaning: 'everything, including roles of members' },
  developer:  { may: ['orders', 'products', 'keys', 'webhooks'],     meaning: 'what programs need, and orders' },
  bookkeeper: { may: ['billing'],                                    meaning: 'cards, charges, invoices, exemptions' },
  viewer:     { may: [],                                             meaning: 'reads, and changes nothing' },
} as const satisfies Record<string, { may: readonly Permission[]; meaning: string }>

export type Role = keyof typeof roles
export const roleNames = Object.keys(roles) as Role[]

export const may = (role: Role, permission: Permission): boolean =>
  (roles[role].may as readonly Permission[]).includes(permission)
