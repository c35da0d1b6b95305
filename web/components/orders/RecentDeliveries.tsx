// How many recent orders of a shipping class to a state arrived in time.

import { Text } from '@mantine/core'
import type { RecentDeliveries as Recent } from '../../apiTypes.ts'
import { t } from '../../language.ts'
import { number, percent } from '../layout/Values.tsx'

export const RecentDeliveries = ({ of }: { of: Recent | null }) =>
  of === null ? null : (
    <Text size="sm" c="dimmed">
      {t('At least {share} of {orders} or more recent orders to this state arrived in time', {
        share: percent(of.inTimeShare),
        orders: number(of.orders),
      })}
    </Text>
  )
