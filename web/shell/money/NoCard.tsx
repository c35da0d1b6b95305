// Says that an order cannot be paid, because the account has no card.

import { Alert, Stack } from '@mantine/core'
import { CreditCard } from 'lucide-react'
import type { Mode } from '../../api.ts'
import { linkTo } from '../../components/layout/AppLink.tsx'
import { rich, t } from '../../language.ts'
import { useMay } from '../session/session.ts'
import { AddCard } from './AddCard.tsx'
import { useCards } from './cards.ts'
import { useNextCharge } from './nextCharge.ts'

export function NoCard({ mode }: { mode: Mode }) {
  const { charge } = useNextCharge()
  const { data } = useCards()
  const mayPay = useMay('billing')
  if (mode === 'sandbox' || !charge || data === undefined || data.cards.length > 0) return null
  return (
    <Alert color="orange" my="md" icon={<CreditCard size={18} />} title={t('There is no card on file')}>
      {data.kept === 'none' ? (
        t('Cards can be added once we have chosen a payment provider. Your orders wait until then.')
      ) : mayPay ? (
        <Stack gap="xs" align="flex-start">
          {t('The order is printed once it is paid.')}
          <AddCard />
        </Stack>
      ) : (
        rich('The order is printed once it is paid. A billing manager can add a card in <link>Billing</link>.', {
          link: linkTo('/production/billing'),
        })
      )}
    </Alert>
  )
}
