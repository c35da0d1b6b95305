// Where an order goes, and to whom unless that is forgotten.

import { Text } from '@mantine/core'
import type { Order } from '../api.ts'
import { linesOf } from './address.ts'
import classes from './Order.module.css'
import { Time } from './Values.tsx'

export const Destination = ({ order: { destination, recipientForgottenAt: at } }: { order: Order }) => (
  <>
    <address className={classes.address}>
      {linesOf(at === null ? destination : { ...destination, name: null, address1: null }).map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one address
        <div key={i}>{line}</div>
      ))}
    </address>
    {at === null ? null : (
      <Text size="sm" c="dimmed" mb="sm">
        The recipient was forgotten on <Time at={at} />.
      </Text>
    )}
  </>
)
