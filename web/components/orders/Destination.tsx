// The destination of an order, and its recipient unless the recipient's details were deleted.

import { Text } from '@mantine/core'
import type { Order } from '../../api.ts'
import { rich } from '../../language.ts'
import { Time } from '../layout/Values.tsx'
import { addressLinesOf } from './addressLines.ts'
import classes from './Order.module.css'

export const Destination = ({ order: { destination, recipientForgottenAt: at } }: { order: Order }) => (
  <>
    <address className={classes.address}>
      {addressLinesOf(at === null ? destination : { ...destination, name: null, address1: null }).map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one address
        <div key={i}>{line}</div>
      ))}
    </address>
    {at === null ? null : (
      <Text size="sm" c="dimmed" mb="sm">
        {rich('Recipient details were deleted on {time}.', { time: <Time at={at} /> })}
      </Text>
    )}
  </>
)
