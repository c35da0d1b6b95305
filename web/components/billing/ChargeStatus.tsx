// The result of a charge, and its card, for the members of an account and for the staff.

import { Badge } from '@mantine/core'
import type { Charge } from '../../apiTypes.ts'
import { t } from '../../language.ts'

type Status = Charge['status']

const looks: Record<Status, { label: string; color: string }> = {
  succeeded: { label: t('Paid'), color: 'teal' },
  declined: { label: t('Declined'), color: 'red' },
  requires_action: { label: t('Confirmation needed'), color: 'orange' },
  unknown: { label: t('Status unknown'), color: 'orange' },
  claimed: { label: t('In progress'), color: 'blue' },
}

export const chargeStatusOptions = Object.entries(looks).map(([value, { label }]) => ({ value, label }))

export const ChargeStatus = ({ status }: { status: Status }) => (
  <Badge color={looks[status].color}>{looks[status].label}</Badge>
)

export const cardText = ({ brand, last4 }: NonNullable<Charge['card']>) => `${brand} •••• ${last4}`
