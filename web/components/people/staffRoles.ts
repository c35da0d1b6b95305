// The roles of the staff in words.

import type { ResponseBody } from '../../api.ts'
import { t } from '../../language.ts'
import type { Choice } from './Invitations.tsx'

export type StaffRole = NonNullable<ResponseBody<'/staff/people'>['people'][number]['role']>

export const staffRoles: Choice<StaffRole>[] = [
  { value: 'owner', label: t('Owner'), meaning: t('full access, including people and their roles') },
  { value: 'support', label: t('Support'), meaning: t('accounts, orders and refunds') },
  { value: 'finance', label: t('Finance'), meaning: t('payments, refunds, approvals, catalog and prices') },
  { value: 'production', label: t('Production [[role]]'), meaning: t('printers, print jobs and orders on hold') },
  { value: 'read_only', label: t('Read-only'), meaning: t('sees everything and changes nothing') },
]

export const staffRoleLabel = (role: StaffRole) => staffRoles.find(({ value }) => value === role)?.label ?? role
