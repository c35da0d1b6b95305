// An order's own settings of the slip in its parcel.

import { Text } from '@mantine/core'
import type { Order } from '../../api.ts'
import { t } from '../../language.ts'
import { type DetailRow, Details } from '../layout/Details.tsx'
import { Section } from '../layout/Section.tsx'
import { Muted } from '../layout/Values.tsx'
import { addressLinesOf } from './addressLines.ts'

export function PackingSlip({ order: { packingSlip } }: { order: Order }) {
  if (packingSlip === undefined) return null
  return (
    <Section title={t('Packing slip')}>
      <Details rows={slipDetails(packingSlip)} />
    </Section>
  )
}

type Slip = { [Name in keyof NonNullable<Order['packingSlip']>]: NonNullable<Order['packingSlip']>[Name] | null }

/** Absent values are not listed. */
export const slipDetails = ({ blind, message, giftMessage, returnAddress }: Slip): DetailRow[] => [
  [t('Gift message'), giftMessage == null ? undefined : <Lines key="g" text={giftMessage} />],
  [t('Message'), message == null ? undefined : <Lines key="m" text={message} />],
  [
    t('Return address'),
    returnAddress == null ? undefined : <Lines key="r" text={addressLinesOf(returnAddress).join('\n')} />,
  ],
  [t('Blind shipping'), blind == null ? undefined : blind ? t('Yes') : t('No')],
]

const Lines = ({ text }: { text: string }) =>
  text === '' ? (
    <Muted>{t('None')}</Muted>
  ) : (
    <Text span size="sm" className="wrap" style={{ whiteSpace: 'pre-line' }}>
      {text}
    </Text>
  )
