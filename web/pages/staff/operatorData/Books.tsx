// The books of the draft.

import { Badge, Button, Group, Menu, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, unwrap } from '../../../api.ts'
import type { Column } from '../../../components/layout/List.tsx'
import { LongList } from '../../../components/layout/LongList.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Muted } from '../../../components/layout/Values.tsx'
import { readerLocale, t } from '../../../language.ts'
import { BookEditor } from './BookEditor.tsx'
import { CostToggle } from './BookPrices.tsx'
import { NoBooks } from './BookSpreadsheet.tsx'
import { type Book, booksOf, copyOf, type Path, valueAt } from './content.ts'
import { Editable, MoneyField, useEditing } from './Fields.tsx'
import { OpenRow } from './OpenRow.tsx'

export function Books({ spreadsheet }: { spreadsheet: ReactNode }) {
  const { content, change, isReadOnly } = useEditing()
  const [chosen, setChosen] = useState<number | null>(null)
  const [search, setSearch] = useState('')
  const books = booksOf(content)
  const book = chosen === null ? undefined : books[chosen]
  if (chosen !== null && book !== undefined)
    return <BookEditor key={chosen} index={chosen} back={() => setChosen(null)} open={setChosen} />
  const rows = books.map((one, index) => ({ one, index }))
  const columns: Column<(typeof rows)[number]>[] = [
    {
      title: t('Book'),
      cell: ({ one, index }) => (
        <OpenRow name={one.name || t('Unnamed book')} code={one.manufacturingSku} open={() => setChosen(index)} />
      ),
    },
    {
      title: t('Pages'),
      cell: ({ one }) => `${valueAt(one, ['pages', 'min']) ?? ''}–${valueAt(one, ['pages', 'max']) ?? ''}`,
    },
    { title: t('Base price'), cell: ({ one }) => priceText(valueAt(one, ['price', 'baseCents']), 100), right: true },
    {
      title: t('Per page'),
      cell: ({ one }) => priceText(valueAt(one, ['price', 'perPageMillicents']), 100_000),
      right: true,
    },
    {
      title: t('Status'),
      cell: ({ one }) =>
        one.retired ? (
          <Badge variant="light" radius="sm" color="gray">
            {t('Retired')}
          </Badge>
        ) : (
          <Muted>{t('Sold')}</Muted>
        ),
    },
  ]
  return (
    <>
      <Section title={t('Handling')} about={t('Charged on top of the books.')}>
        <Editable>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <MoneyField path={['catalog', 'fulfillment', 'perOrderCents']} label={t('Per order')} />
            <MoneyField path={['catalog', 'fulfillment', 'perItemCents']} label={t('Per item, for any quantity')} />
          </SimpleGrid>
          <HandlingCost />
        </Editable>
      </Section>
      <Section
        title={t('Books')}
        flush
        actions={
          <Group gap="xs">
            {spreadsheet}
            {isReadOnly ? null : (
              <NewBook
                add={book => {
                  change(['catalog', 'skus'], [...books, copyOf(book, books)])
                  setChosen(books.length)
                }}
              />
            )}
          </Group>
        }
      >
        {books.length === 0 ? <NoBooks /> : null}
        <LongList
          label={t('Books')}
          bare
          textOf={({ one }) => `${one.name} ${one.manufacturingSku}`}
          kept={{ value: search, change: setSearch }}
          rows={rows}
          columns={columns}
          keyOf={({ index }) => String(index)}
          open={({ index }) => setChosen(index)}
        />
      </Section>
    </>
  )
}

const handlingCostPath: Path = ['catalog', 'fulfillment', 'cost']

function HandlingCost() {
  const { content } = useEditing()
  return (
    <Group mt="md" align="flex-end">
      {valueAt(content, handlingCostPath) === undefined ? null : (
        <>
          <MoneyField path={[...handlingCostPath, 'perOrderCents']} label={t('Your cost per order')} />
          <MoneyField path={[...handlingCostPath, 'perItemCents']} label={t('Your cost per item')} />
        </>
      )}
      <CostToggle path={handlingCostPath} newCost={{ perOrderCents: 0, perItemCents: 0 }} of={t('handling')} />
    </Group>
  )
}

/** A new book is a copy of a book of the sample, which has a geometry for each binding. */
function NewBook({ add }: { add: (book: Book) => void }) {
  const [isOpen, setOpen] = useState(false)
  const sample = useQuery({
    queryKey: ['staff', 'operator-data', 'sample'],
    queryFn: () => unwrap(api.GET('/staff/operator-data/sample')),
    enabled: isOpen,
  })
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<Plus size={14} />}>
          {t('New book')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Begin with a sample book')}</Menu.Label>
        {sample.data === undefined ? <Menu.Item disabled>{t('Loading…')}</Menu.Item> : null}
        {(sample.data === undefined ? [] : booksOf(sample.data)).map(book => (
          <Menu.Item key={book.manufacturingSku} onClick={() => add(book)}>
            {book.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Thousandths of a cent have up to five decimals as dollars, and at least two are shown. */
const precise = new Intl.NumberFormat(readerLocale, { style: 'currency', currency: 'USD', maximumFractionDigits: 5 })

const priceText = (value: unknown, perDollar: number): string =>
  typeof value === 'number' ? precise.format(value / perDollar) : '–'
