// The roles of the staff in words.

import type { ResponseBody } from '../../api.ts'
import type { Choice } from './Invitations.tsx'

export type StaffRole = NonNullable<ResponseBody<'/staff/people'>['people'][number]['role']>

export const staffRoles: Choice<StaffRole>[] = [
  {
    value: 'owner',
    label: 'Owner',
    meaning: 'full access, including people and their roles',
  },
  {
    value: 'support',
    label: 'Support',
    meaning: 'accounts, orders and refunds',
  },
  {
    value: 'finance',
    label: 'Finance',
    meaning: 'payments, refunds, approvals, catalog and prices',
  },
  {
    value: 'production',
    label: 'Production',
    meaning: 'printers, print jobs and orders on hold',
  },
  { value: 'read_only', label: 'Read-only', meaning: 'sees everything and changes nothing' },
]

export const staffRoleLabel = (role: StaffRole) => staffRoles.find(({ value }) => value === role)?.label ?? role
