// The books of the draft.

import { Badge, Box, Button, Group, Menu, SegmentedControl, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api.ts'
import type { Column } from '../../../components/layout/List.tsx'
import { LongList } from '../../../components/layout/LongList.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Muted } from '../../../components/layout/Values.tsx'
import { readerLocale, t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { BookEditor } from './BookEditor.tsx'
import { CostToggle } from './BookPrices.tsx'
import { NoBooks } from './BookSpreadsheet.tsx'
import { type Book, booksOf, type Path, valueAt } from './content.ts'
import { copyOf } from './copyOf.ts'
import { Editable, MoneyField, useEditing } from './Fields.tsx'
import { OpenRow } from './OpenRow.tsx'
import { PriceGrid } from './PriceGrid.tsx'

export function Books({ spreadsheet }: { spreadsheet: ReactNode }) {
  const { content, change, isReadOnly } = useEditing()
  const [{ part }, setFilters] = useFilters()
  const [search, setSearch] = useState('')
  const books = booksOf(content)
  const { chosen, open, close } = useOpenBook(books)
  if (chosen !== null) return <BookEditor key={chosen} index={chosen} back={close} open={open} />
  const grid = books.length > 0 && (part === 'price' || part === 'cost') ? part : null
  const rows = books.map((one, index) => ({ one, index }))
  const columns: Column<(typeof rows)[number]>[] = [
    {
      title: t('Book'),
      cell: ({ one, index }) => (
        <OpenRow name={one.name || t('Unnamed book')} code={one.manufacturingSku} open={() => open(index)} />
      ),
    },
    {
      title: t('Pages'),
      cell: ({ one }) => `${valueAt(one, ['pages', 'min']) ?? ''}–${valueAt(one, ['pages', 'max']) ?? ''}`,
    },
    {
      title: t('Base price'),
      cell: ({ one }) => priceText(valueAt(one, ['price', 'baseCents']), 100, perBook),
      right: true,
    },
    {
      title: t('Per page'),
      cell: ({ one }) => priceText(valueAt(one, ['price', 'perPageMillicents']), 100_000, perPage),
      right: true,
    },
    {
      title: t('Status'),
      cell: ({ one }) => (one.retired ? <Badge color="gray">{t('Retired')}</Badge> : <Muted>{t('Sold')}</Muted>),
    },
  ]
  return (
    <>
      <Section
        title={t('Books')}
        flush
        actions={
          <Group gap="xs">
            {grid === null ? spreadsheet : null}
            {isReadOnly || grid !== null ? null : (
              <NewBook
                add={book => {
                  const added = copyOf(book, books)
                  change(['catalog', 'skus'], [...books, added])
                  open(books.length, added)
                }}
              />
            )}
          </Group>
        }
      >
        {books.length === 0 ? (
          <NoBooks />
        ) : (
          <Box px="md" pb="xs">
            <SegmentedControl
              size="xs"
              aria-label={t('Show')}
              data={[
                { value: 'list', label: t('List') },
                { value: 'price', label: t('Prices') },
                { value: 'cost', label: t('Costs') },
              ]}
              value={grid ?? 'list'}
              onChange={chosen => setFilters({ part: chosen === 'list' ? '' : chosen })}
            />
          </Box>
        )}
        {books.length === 0 ? null : grid === null ? (
          <LongList
            label={t('Books')}
            bare
            textOf={({ one }) => `${one.name} ${one.manufacturingSku}`}
            kept={{ value: search, change: setSearch }}
            rows={rows}
            columns={columns}
            keyOf={({ index }) => String(index)}
            open={({ index }) => open(index)}
          />
        ) : (
          <Box px="md" pb="md">
            <PriceGrid key={grid} part={grid} />
          </Box>
        )}
      </Section>
      <Section title={t('Handling')} about={t('Charged on top of the books.')}>
        <Editable>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <MoneyField path={['catalog', 'fulfillment', 'perOrderCents']} label={t('Per order')} />
            <MoneyField path={['catalog', 'fulfillment', 'perItemCents']} label={t('Per item, for any quantity')} />
          </SimpleGrid>
          <HandlingCost />
        </Editable>
      </Section>
    </>
  )
}

/** The open book is in the address by its SKU, and stays open while its SKU is edited. */
function useOpenBook(books: Book[]) {
  const [{ book: address }, setFilters] = useFilters()
  const [opened, setOpened] = useState({ address, index: -1 })
  const isSame = opened.address === address && opened.index >= 0
  const index = isSame ? opened.index : books.findIndex(({ manufacturingSku }) => manufacturingSku === address)
  return {
    chosen: address === undefined || books[index] === undefined ? null : index,
    open(index: number, { manufacturingSku } = books[index]!) {
      const address = manufacturingSku || String(index + 1)
      setOpened({ address, index })
      setFilters({ book: address, part: '' }, 'opens')
    },
    close: () => setFilters({ book: '', part: '' }),
  }
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
    queryFn: () => api.GET('/staff/operator-data/sample'),
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

const dollars = (minimumFractionDigits: number) =>
  new Intl.NumberFormat(readerLocale, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits,
    maximumFractionDigits: 5,
  })
/** Thousandths of a cent have up to five decimals as dollars. */
const [perBook, perPage] = [dollars(2), dollars(4)]

const priceText = (value: unknown, perDollar: number, format: Intl.NumberFormat): string =>
  typeof value === 'number' ? format.format(value / perDollar) : '–'
