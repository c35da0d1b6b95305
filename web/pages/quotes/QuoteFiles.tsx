// Other print files for the order of a quote, such as after its file check has failed.

import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Quote, QuoteAcceptance } from '../../apiTypes.ts'
import { itemNames } from '../../components/orders/itemNames.ts'
import { t } from '../../language.ts'

export type QuoteFileList = NonNullable<QuoteAcceptance['files']>

const parts = [
  { field: 'coverUrl', label: t('Cover PDF URL') },
  { field: 'gutsUrl', label: t('Pages PDF URL') },
] as const

type Props = { quote: Quote; files: QuoteFileList; setFiles: (files: QuoteFileList) => void }

export function QuoteFiles({ quote, files, setFiles }: Props) {
  const { orderItems: items } = quote
  const names = itemNames(quote, quote.bookTitles)
  const [isOpen, setOpen] = useState(false)
  const set = (item: number, field: (typeof parts)[number]['field'], url: string) => {
    const { [field]: _, ...before } = files.find(one => one.item === item) ?? { item }
    setFiles([...files.filter(one => one.item !== item), url === '' ? before : { ...before, [field]: url }])
  }
  if (!isOpen)
    return (
      <Button variant="default" fullWidth mb="sm" onClick={() => setOpen(true)}>
        {t('Use other files')}
      </Button>
    )
  return (
    <Stack gap="sm" mb="sm">
      {items.flatMap(({ product }, item) =>
        parts.map(({ field, label }) => (
          <TextInput
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name and never move
            key={`${item} ${field}`}
            type="url"
            label={items.length === 1 ? label : `${item + 1}. ${names[item]}: ${label}`}
            placeholder={product?.[field] ?? t('Product file')}
            maxLength={2048}
            value={files.find(one => one.item === item)?.[field] ?? ''}
            onChange={event => set(item, field, event.currentTarget.value)}
          />
        )),
      )}
    </Stack>
  )
}
