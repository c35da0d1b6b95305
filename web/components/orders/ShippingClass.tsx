// A shipping class among work to do: the urgent one stands out.

import { Badge } from '@mantine/core'
import { capitalize } from '../layout/Values.tsx'
import { rush, shippingClassName } from './shippingClasses.ts'

export const ShippingClass = ({ name }: { name: string }) =>
  name === rush ? (
    <Badge color="red" variant="filled">
      {shippingClassName(name)}
    </Badge>
  ) : (
    <span>{capitalize(shippingClassName(name))}</span>
  )
