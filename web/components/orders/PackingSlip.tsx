// What an order says about the slip in its parcel.

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Order } from '../../api.ts'
import { t } from '../../language.ts'
import { Details } from '../layout/Details.tsx'
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

/** What is absent is not listed. */
export const slipDetails = ({ blind, message, giftMessage, returnAddress }: Slip): [string, ReactNode][] => [
  ...(giftMessage == null ? [] : [[t('Gift message'), <Lines key="g" text={giftMessage} />] as [string, ReactNode]]),
  ...(message == null ? [] : [[t('Message'), <Lines key="m" text={message} />] as [string, ReactNode]]),
  ...(returnAddress == null
    ? []
    : [
        [t('Return address'), <Lines key="r" text={addressLinesOf(returnAddress).join('\n')} />] as [string, ReactNode],
      ]),
  ...(blind == null ? [] : [[t('Blind shipping'), blind ? t('Yes') : t('No')] as [string, ReactNode]]),
]

const Lines = ({ text }: { text: string }) =>
  text === '' ? (
    <Muted>{t('None')}</Muted>
  ) : (
    <Text span size="sm" className="wrap" style={{ whiteSpace: 'pre-line' }}>
      {text}
    </Text>
  )
