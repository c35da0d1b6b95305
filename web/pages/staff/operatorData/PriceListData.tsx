// The price lists of the draft: all of them, and the editor of one, with the price of an order by it.

import { Badge, Button, Group, NumberInput, Select, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Plus, Tags } from 'lucide-react'
import { useState } from 'react'
import { allowedPageCount, type PageCounts } from '../../../../src/base/pageCounts.ts'
import { api, type ResponseBody } from '../../../api.ts'
import { signedMoney } from '../../../components/charts/BeforeAfter.tsx'
import { Failure } from '../../../components/feedback/Failure.tsx'
import { percentSuffix } from '../../../components/forms/separators.ts'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { capitalize, dayText, Money, Muted, number } from '../../../components/layout/Values.tsx'
import { marginText } from '../../../components/staff/margins.ts'
import { AccountLink } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { booksOf, type Content, mistakeAt, type Path, valueAt } from './content.ts'
import { DayField, Editable, NumberField, Part, TextField, useEditing } from './Fields.tsx'
import { type BookRule, ListPrices } from './ListPrices.tsx'
import { OpenRow } from './OpenRow.tsx'

type PriceList = {
  code: string
  name: string
  from?: string
  until?: string
  allBooksOffBasisPoints?: number
  fulfillmentOffBasisPoints?: number
  shippingOffBasisPoints?: number
  books?: BookRule[]
}

const listsPath: Path = ['priceLists', 'lists']
const quoteDelayMs = 300
/** Books that a field offers at once; typing finds the others. */
const maxChoices = 50

export function PriceListData() {
  const { content, change, isReadOnly } = useEditing()
  const [chosen, setChosen] = useState<number | null>(null)
  const lists = (valueAt(content, listsPath) ?? []) as PriceList[]
  const published = useQuery({
    queryKey: ['staff', 'price-lists'],
    queryFn: () => api.GET('/staff/price-lists'),
  })
  const accountsOf = (code: string) => published.data?.priceLists.find(one => one.code === code)?.accounts ?? 0
  if (chosen !== null && lists[chosen] !== undefined)
    return (
      <ListEditor key={chosen} index={chosen} accounts={accountsOf(lists[chosen].code)} back={() => setChosen(null)} />
    )
  const add = () => {
    change(listsPath, [...lists, newList(lists)])
    setChosen(lists.length)
  }
  const rows = lists.map((one, index) => ({ one, index }))
  const columns: Column<(typeof rows)[number]>[] = [
    {
      title: t('Price list'),
      cell: ({ one, index }) => (
        <OpenRow name={one.name || 'Unnamed price list'} code={one.code} open={() => setChosen(index)} />
      ),
    },
    { title: t('In effect'), cell: ({ one }) => daysText(one) },
    { title: t('Prices'), cell: ({ one }) => <span className="wrap">{rulesText(one)}</span> },
    { title: t('Accounts'), cell: ({ one }) => accountsOf(one.code), right: true },
  ]
  return (
    <Section
      title={t('Price lists')}
      about={t('Other prices for some customers. Put an account on a list on its page.')}
      flush
      actions={
        isReadOnly ? undefined : (
          <Button size="xs" variant="default" leftSection={<Plus size={14} />} onClick={add}>
            {t('New price list')}
          </Button>
        )
      }
    >
      {rows.length === 0 ? (
        <EmptyState icon={Tags} title={t('No price lists')}>
          {t('All customers pay the prices of the catalog.')}
        </EmptyState>
      ) : (
        <List
          label={t('Price lists')}
          bare
          rows={rows}
          columns={columns}
          keyOf={({ index }) => String(index)}
          open={({ index }) => setChosen(index)}
        />
      )}
    </Section>
  )
}

function newList(lists: PriceList[]): PriceList {
  const codes = new Set(lists.map(({ code }) => code))
  let number = lists.length + 1
  while (codes.has(`LIST-${number}`)) number++
  return { code: `LIST-${number}`, name: t('Price list {number}', { number }), allBooksOffBasisPoints: 1000 }
}

const isDay = (day: string | undefined): day is string => /^\d{4}-\d{2}-\d{2}$/.test(day ?? '')

function daysText({ from, until }: PriceList) {
  if (isDay(from) && isDay(until)) return t('{from} to {to}', { from: dayText(from), to: dayText(until) })
  if (isDay(from)) return t('From {day}', { day: dayText(from) })
  return isDay(until) ? t('Until {day}', { day: dayText(until) }) : t('Always')
}

function rulesText({ allBooksOffBasisPoints, fulfillmentOffBasisPoints, shippingOffBasisPoints, books }: PriceList) {
  const rules = [
    percentText(allBooksOffBasisPoints, t('books')),
    percentText(fulfillmentOffBasisPoints, t('handling')),
    percentText(shippingOffBasisPoints, t('shipping')),
    books?.length
      ? t('custom prices for {count, plural, one {# book} other {# books}}', { count: books.length })
      : null,
  ].filter(text => text !== null)
  return rules.length === 0 ? t('As in the catalog') : capitalize(rules.join(', '))
}

const percentText = (basisPoints: number | undefined, noun: string) =>
  typeof basisPoints !== 'number' || basisPoints === 0
    ? null
    : `${noun} ${basisPoints > 0 ? '−' : '+'}${number(Math.abs(basisPoints) / 100)}${percentSuffix}`

/** A negative percentage is a surcharge. */
const PercentField = ({ path, label, description }: { path: Path; label: string; description?: string }) => (
  <NumberField
    path={path}
    label={label}
    {...(description === undefined ? {} : { description })}
    factor={100}
    decimals={2}
    suffix={percentSuffix}
    min={-100}
    max={100}
    optional="absent"
    placeholder={t('None')}
  />
)

function ListEditor({ index, accounts, back }: { index: number; accounts: number; back: () => void }) {
  const { content, mistakes, change, isReadOnly } = useEditing()
  const path: Path = [...listsPath, index]
  const at = (...keys: Path): Path => [...path, ...keys]
  const list = valueAt(content, path) as PriceList
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Button variant="subtle" size="compact-sm" leftSection={<ArrowLeft size={14} />} onClick={back}>
          {t('All price lists')}
        </Button>
        {isReadOnly ? null : (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            onClick={() => {
              change(path, undefined)
              back()
            }}
          >
            {t('Remove price list')}
          </Button>
        )}
      </Group>
      <Editable>
        <Stack gap="md">
          <Title order={2}>{list.name || t('Unnamed price list')}</Title>
          <Part
            title={t('Price list')}
            about={t('A list that accounts are on cannot be removed. Give it a last day instead.')}
          >
            <TextField
              path={at('name')}
              label={t('Name')}
              description={t('Shown on quotes, orders and invoices')}
              empty={t('Enter a name')}
            />
            <TextInput
              label={t('Code')}
              description={accounts > 0 ? t('Accounts refer to it, so it stays') : t('Capitals, digits and hyphens')}
              value={list.code}
              readOnly={accounts > 0}
              error={mistakeAt(mistakes, at('code'))}
              onChange={event => change(at('code'), event.currentTarget.value.toUpperCase())}
            />
            <div />
            <DayField path={at('from')} label={t('First day')} />
            <DayField path={at('until')} label={t('Last day')} />
          </Part>
          <Part title={t('Discounts')} about={t('A negative discount is a surcharge.')}>
            <PercentField
              path={at('allBooksOffBasisPoints')}
              label={t('All books')}
              description={t('Except the books below, on top of their quantity discounts')}
            />
            <PercentField
              path={at('fulfillmentOffBasisPoints')}
              label={t('Handling')}
              description={t('Of the whole order')}
            />
            <PercentField
              path={at('shippingOffBasisPoints')}
              label={t('Shipping')}
              description={t('In every class and zone')}
            />
          </Part>
        </Stack>
      </Editable>
      <Section
        title={t('Custom book prices')}
        about={t('A discount, or a price in place of the catalog’s. An empty row has the discount for all books.')}
      >
        <ListPrices path={at('books')} />
      </Section>
      <QuotePreview list={list} />
      {accounts > 0 ? <Customers code={list.code} /> : null}
    </Stack>
  )
}

type Quote = ResponseBody<'/staff/operator-data/quote', 'post'>
type Pricing = NonNullable<Quote['listed']>
const quoteParts = [
  [t('Book'), 'itemsTotal'],
  [t('Handling'), 'fulfillmentTotal'],
  [t('Shipping'), 'shippingTotal'],
  [t('Taxes'), 'taxesTotal'],
  [t('Total'), 'orderTotal'],
] as const satisfies [string, keyof Pricing][]

/** Only what the quote of a book needs: the whole content may be larger than a request. */
function contentFor(content: Content, list: PriceList, manufacturingSku: string): Content {
  const { catalog, brand: _brand, texts: _texts, ...parts } = content
  const isQuoted = (one: { manufacturingSku: string }) => one.manufacturingSku === manufacturingSku
  const { books = [], ...rest } = list
  const own = books.filter(isQuoted)
  return {
    ...parts,
    catalog: { ...catalog, skus: booksOf(content).filter(isQuoted) },
    priceLists: { lists: [own.length === 0 ? rest : { ...rest, books: own }] },
  }
}

function QuotePreview({ list }: { list: PriceList }) {
  const { content } = useEditing()
  const books = booksOf(content)
  const [book, setBook] = useState(list.books?.[0]?.manufacturingSku ?? books[0]?.manufacturingSku ?? '')
  const pages = (books.find(({ manufacturingSku }) => manufacturingSku === book)?.pages ?? {
    min: 1,
    max: 1,
    step: 1,
  }) as PageCounts
  const [wantedPages, setPages] = useState<number | string>(120)
  const [copies, setCopies] = useState<number | string>(1)
  const pageCount = allowedPageCount(pages, Number(wantedPages) || pages.min)
  const ask = {
    content: contentFor(content, list, book),
    priceList: list.code,
    manufacturingSku: book,
    pageCount,
    copies: Number(copies) || 1,
  }
  const [asked] = useDebouncedValue(JSON.stringify(ask), quoteDelayMs)
  const quote = useQuery({
    queryKey: ['staff', 'price-list-quote', asked],
    queryFn: () => api.POST('/staff/operator-data/quote', { body: JSON.parse(asked) }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const noQuote = { catalog: null, listed: null, catalogMargin: null, listedMargin: null }
  const { catalog, listed, catalogMargin, listedMargin } = quote.data ?? noQuote
  const columns: Column<(typeof quoteParts)[number]>[] = [
    { title: t('Part'), cell: ([title]) => title },
    { title: t('Catalog'), cell: ([, part]) => <Money amount={catalog?.[part]} />, right: true },
    { title: t('This list'), cell: ([, part]) => <Money amount={listed?.[part]} />, right: true },
    {
      title: t('Difference'),
      cell: ([, part]) => signedMoney((listed?.[part] ?? 0) - (catalog?.[part] ?? 0)),
      right: true,
    },
  ]
  return (
    <Section
      title={t('Try a quote')}
      about={t('With unsaved changes. Standard shipping to your own region, with taxes by the table.')}
    >
      <SimpleGrid cols={{ base: 1, sm: 3 }} mb="md">
        <Select
          label={t('Quoted book')}
          data={books.map(one => ({ value: one.manufacturingSku, label: one.name }))}
          allowDeselect={false}
          searchable
          limit={maxChoices}
          value={book}
          onChange={chosen => setBook(chosen ?? '')}
        />
        <NumberInput
          label={t('Pages')}
          description={
            pageCount === Number(wantedPages)
              ? undefined
              : t('Quoted with {pages, plural, one {# page} other {# pages}}', { pages: pageCount })
          }
          min={1}
          max={2000}
          allowDecimal={false}
          hideControls
          value={wantedPages}
          onChange={setPages}
        />
        <NumberInput
          label={t('Copies')}
          min={1}
          max={10_000}
          allowDecimal={false}
          hideControls
          value={copies}
          onChange={setCopies}
        />
      </SimpleGrid>
      {quote.error ? <Failure error={quote.error} retry={() => quote.refetch()} /> : null}
      {listed !== null && catalog !== null ? (
        <>
          <List label={t('Quote')} bare rows={[...quoteParts]} columns={columns} keyOf={([title]) => title} />
          {catalogMargin === null || listedMargin === null ? null : (
            <Text size="sm" mt="sm">
              {t('Margin: {catalog} by the catalog, {list} by this list', {
                catalog: marginText(catalogMargin),
                list: marginText(listedMargin),
              })}
            </Text>
          )}
        </>
      ) : quote.data === undefined ? null : (
        <Muted>{t('No quote: the draft has mistakes, or does not sell this book.')}</Muted>
      )}
    </Section>
  )
}

const shownCustomers = 20

function Customers({ code }: { code: string }) {
  const customers = useQuery({
    queryKey: ['staff', 'accounts', 'on-list', code],
    queryFn: () => api.GET('/staff/accounts', { params: { query: { priceList: code, limit: shownCustomers } } }),
  })
  if (customers.data === undefined)
    return customers.error ? <Failure error={customers.error} retry={() => customers.refetch()} /> : null
  const { accounts, nextCursor } = customers.data
  return (
    <Section title={t('Accounts on this list')}>
      <Stack gap={4}>
        {accounts.map(({ accountId, name, enterprise }) => (
          <Group key={accountId} gap="xs">
            <AccountLink accountId={accountId} name={name} />
            {enterprise ? (
              <Badge size="sm" color="gray">
                {t('Printer’s prices')}
              </Badge>
            ) : null}
          </Group>
        ))}
        {nextCursor === null ? null : <Muted>{t('and more')}</Muted>}
      </Stack>
    </Section>
  )
}
