// The books of the catalog to choose from, each with its picture and price, found by name and by its materials.

import { Button, Group, Radio, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { BookPicture } from '../../components/books/BookPicture.tsx'
import { bookWord } from '../../components/books/bookWords.ts'
import { capitalize, money, sizeText } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { useIsCharged } from '../money/nextCharge.ts'
import classes from './BookChoice.module.css'
import type { CatalogEntry } from './catalog.ts'

const shownAtOnce = 8

const attributes = [
  { key: 'size', label: t('Size'), all: t('Any size'), clear: t('Clear size') },
  { key: 'cover', label: t('Cover'), all: t('Any cover'), clear: t('Clear cover') },
  { key: 'paperType', label: t('Paper'), all: t('Any paper'), clear: t('Clear paper') },
  { key: 'textColor', label: t('Text color'), all: t('Any color'), clear: t('Clear color') },
] as const
type Key = (typeof attributes)[number]['key']

const nameOf = (key: Key, word: string) => (key === 'size' ? sizeText(word) : capitalize(bookWord(word)))

type Props = { catalog: CatalogEntry[]; chosen: CatalogEntry; choose: (book: CatalogEntry) => void }

export function BookChoice({ catalog, chosen, choose }: Props) {
  const [search, setSearch] = useState('')
  const [filters, setFilters] = useState<Partial<Record<Key, string | null>>>({})
  const [count, setCount] = useState(shownAtOnce)
  const text = search.trim().toLowerCase()
  const found = catalog.filter(
    book =>
      `${book.name} ${book.manufacturingSku}`.toLowerCase().includes(text) &&
      attributes.every(({ key }) => (filters[key] ?? book.attributes[key]) === book.attributes[key]),
  )
  // The chosen book stays in sight, and the page shows it.
  const others = found.filter(book => book !== chosen)
  const isInTurn = found.slice(0, count).includes(chosen)
  const listed = isInTurn ? found.slice(0, count) : [chosen, ...others.slice(0, count)]
  const left = isInTurn ? found.length - count : others.length - count
  const narrow = (changes: Partial<Record<Key, string | null>>) => {
    setFilters({ ...filters, ...changes })
    setCount(shownAtOnce)
  }
  const isLong = catalog.length > shownAtOnce
  return (
    <>
      {isLong ? (
        <TextInput
          aria-label={t('Search the books')}
          placeholder={t('Search the books')}
          leftSection={<Search size={15} />}
          value={search}
          onChange={event => {
            setSearch(event.currentTarget.value)
            setCount(shownAtOnce)
          }}
        />
      ) : null}
      <SimpleGrid type="container" cols={{ base: 1, '18rem': 2, '40rem': 4 }} spacing="xs">
        {attributes.map(({ key, label, all, clear }) => {
          const words = [...new Set(catalog.map(book => book.attributes[key]))]
          return !isLong || words.length < 2 ? null : (
            <Select
              key={key}
              aria-label={label}
              placeholder={all}
              data={words.map(word => ({ value: word, label: nameOf(key, word) }))}
              value={filters[key] ?? null}
              onChange={word => narrow({ [key]: word })}
              clearable
              clearButtonProps={{ 'aria-label': clear }}
            />
          )
        })}
      </SimpleGrid>
      <Radio.Group
        value={chosen.manufacturingSku}
        onChange={sku => choose(catalog.find(book => book.manufacturingSku === sku)!)}
        aria-label={t('Book')}
      >
        <SimpleGrid type="container" cols={{ base: 1, '34rem': 2 }} spacing="xs">
          {listed.map(book => (
            <Choice key={book.manufacturingSku} book={book} />
          ))}
        </SimpleGrid>
      </Radio.Group>
      {found.length === 0 ? <Text c="dimmed">{t('No book matches.')}</Text> : null}
      {left > 0 ? (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setCount(count + 3 * shownAtOnce)}>
          {t('Show more books ({count})', { count: left })}
        </Button>
      ) : null}
    </>
  )
}

function Choice({ book }: { book: CatalogEntry }) {
  const { manufacturingSku, name, attributes: look, pages, bindingEdge, fromPrice } = book
  // Elsewhere the printer sets the prices.
  const isCharged = useIsCharged()
  const made = [sizeText(look.size), ...[look.cover, look.paperType, look.textColor].map(bookWord)]
  return (
    <Radio.Card value={manufacturingSku} className={classes.book}>
      <Group wrap="nowrap" gap="sm">
        <span aria-hidden className={classes.picture}>
          <BookPicture look={look} edge={bindingEdge} pageCount={pages.min} width={64} plain />
        </span>
        <div className={classes.text}>
          <Text fw={500} className="wrap">
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {[
              ...made,
              look.bleed ? t('full bleed') : t('no bleed'),
              ...(bindingEdge === 'right' ? [t('bound at its right')] : []),
            ].join(', ')}
          </Text>
          {isCharged ? <Text size="sm">{t('From {price}', { price: money(fromPrice) })}</Text> : null}
        </div>
      </Group>
    </Radio.Card>
  )
}
