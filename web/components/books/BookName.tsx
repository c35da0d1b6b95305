// A book in a list: its title, and beneath it its SKU. Without a title, the SKU is its name.

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { sku: string; title: string | null; link?: (name: string) => ReactNode }

export const BookName = ({ sku, title, link }: Props) => (
  <div className="wrap">
    {link?.(title ?? sku) ?? (
      <Text span fw={500}>
        {title ?? sku}
      </Text>
    )}
    {title === null ? null : (
      <Text size="xs" c="dimmed">
        {sku}
      </Text>
    )}
  </div>
)
