// A change that the printer of an order was asked for and has not made: what was asked, and the printer's answer.

import { Alert, Text } from '@mantine/core'
import { Hourglass } from 'lucide-react'
import type { Order } from '../../api.ts'
import { t } from '../../language.ts'
import { addressLinesOf } from './addressLines.ts'
import { shippingClassName } from './shippingClasses.ts'

export function ChangeNotice({ order: { changeRequest } }: { order: Order }) {
  if (changeRequest === undefined || changeRequest.status === 'ACCEPTED') return null
  const { destination, shippingClassification, reason } = changeRequest
  const isRefused = changeRequest.status === 'REFUSED'
  return (
    <Alert
      mb="md"
      color={isRefused ? 'orange' : 'blue'}
      icon={<Hourglass size={18} />}
      title={isRefused ? t('The printer did not make the change') : t('The printer was asked for a change')}
    >
      <Text size="sm" className="wrap">
        {t('Asked for: {address}. Shipping class: {class}.', {
          address: addressLinesOf(destination).join(', '),
          class: shippingClassName(shippingClassification),
        })}
      </Text>
      {reason ? (
        <Text size="sm" className="wrap">
          {t('Answer: {reason}', { reason })}
        </Text>
      ) : null}
      {isRefused ? null : <Text size="sm">{t('Until the printer answers, the order stays as it is.')}</Text>}
    </Alert>
  )
}
