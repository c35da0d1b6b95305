// What the draft, or an older version, would change: values, sample orders, the orders of the last 30 days, and the
// books that products use. From here the draft is published.

import { Alert, Badge, List as Bullets, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, GitCompare } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api, type ResponseBody, unwrap } from '../../../api.ts'
import { BeforeAfter, type BeforeAfterRow, signedMoney } from '../../../components/charts/BeforeAfter.tsx'
import { Failure } from '../../../components/feedback/Failure.tsx'
import { showToast } from '../../../components/feedback/toast.ts'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { Details } from '../../../components/layout/Details.tsx'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { LongList } from '../../../components/layout/LongList.tsx'
import { RowsSkeleton } from '../../../components/layout/Page.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { capitalize, Money, Muted, money, number, plural } from '../../../components/layout/Values.tsx'
import { type AmountPair, marginsText, sumOfMargins } from '../../../components/staff/margins.ts'
import { useAction } from '../../../shell/action.ts'
import { useMay } from '../../../shell/session.ts'
import { booksOf, type Draft } from './content.ts'
import { EffectField, effectiveAtOf } from './EffectField.tsx'

type Difference = ResponseBody<'/staff/operator-data/difference'>
/** What is compared with the version in effect. */
type Compared = { draft: number } | { version: number }

const partNames: Record<string, string> = {
  'catalog.json': 'Books',
  'shipping.json': 'Shipping',
  'holidays.json': 'Holidays',
  'tax.json': 'Taxes',
  'priceLists.json': 'Price lists',
  'brand.json': 'Brand',
  'texts.json': 'Texts',
}
const mistakesAtOnce = 25
/** Portions that are fetched without asking: about 10,000 orders. */
const maxPortions = 20

export function Review({ draft, version }: { draft: Draft; version: number | null }) {
  const compared: Compared = version === null ? { draft: draft.revision } : { version }
  const [isPublishing, setPublishing] = useState(false)
  const mayPublish = useMay('catalog')
  const difference = useQuery({
    queryKey: ['staff', 'operator-data', 'difference', compared],
    queryFn: () => unwrap(api.GET('/staff/operator-data/difference', { params: { query: compared } })),
  })
  if (difference.isPending) return <RowsSkeleton rows={6} />
  if (difference.data === undefined) return <Failure error={difference.error} retry={() => difference.refetch()} />
  const { changed, mistakes, before, changes } = difference.data
  const isStale = draft.basedOn !== draft.newest
  if (changed === 0 && mistakes.length === 0)
    return (
      <EmptyState icon={GitCompare} title="No changes">
        {version === null ? 'The draft' : `Version ${version}`}{' '}
        {before === 0 ? 'has nothing to sell yet.' : `is the same as version ${before}, which is in effect.`}
        {version === null ? ' Change a book, a rate, a tax or a holiday, and see here what it would do.' : ''}
      </EmptyState>
    )
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text>
          {version === null ? 'The draft' : `Version ${version}`}{' '}
          {before === 0
            ? `begins what you sell, with ${plural(changed, 'value')}.`
            : `differs from version ${before}, which is in effect, in ${plural(changed, 'value')}.`}
        </Text>
        {version === null && mayPublish ? (
          <Button
            disabled={mistakes.length > 0 || isStale || draft.savedAt === null}
            onClick={() => setPublishing(true)}
          >
            Publish
          </Button>
        ) : null}
      </Group>
      {mistakes.length > 0 ? <Mistakes draft={{ ...draft, mistakes }} /> : null}
      {changed > 0 ? (
        <Section title="Changes" flush>
          <LongList
            label="Changes"
            bare
            textOf={({ subject, field, path }) => `${subject ?? ''} ${field} ${path}`}
            rows={changes}
            columns={changeColumns}
            keyOf={({ part, path }) => part + path}
          />
          {changed > changes.length ? (
            <Text p="md" c="dimmed">
              These are the first {number(changes.length)} of {plural(changed, 'change')}.
            </Text>
          ) : null}
        </Section>
      ) : null}
      {difference.data.books.length > 0 ? <TouchedBooks {...difference.data} /> : null}
      {difference.data.baskets.length > 0 && changed > 0 ? <Baskets baskets={difference.data.baskets} /> : null}
      {mistakes.length === 0 && changed > 0 ? <RecentOrders compared={compared} /> : null}
      {isPublishing ? <Publish draft={draft} close={() => setPublishing(false)} /> : null}
    </>
  )
}

/** Every mistake, the first at once; a mistake of a book is named with its SKU. */
export function Mistakes({ draft: { mistakes, content } }: { draft: Pick<Draft, 'mistakes' | 'content'> }) {
  const [shown, setShown] = useState(mistakesAtOnce)
  const left = mistakes.length - shown
  const skuAt = ({ part, path }: Draft['mistakes'][number]): string => {
    const index = part === 'catalog' ? /^\/skus\/(\d+)/.exec(path)?.[1] : undefined
    const sku = index === undefined ? undefined : booksOf(content)[Number(index)]?.manufacturingSku
    return typeof sku === 'string' ? `${sku}, ` : ''
  }
  return (
    <Alert
      color="red"
      variant="light"
      icon={<CircleAlert size={18} />}
      title={`${plural(mistakes.length, 'mistake')} to fix before publishing`}
      mb="md"
    >
      <Bullets size="sm" spacing={2}>
        {mistakes.slice(0, shown).map(mistake => (
          <Bullets.Item key={`${mistake.part} ${mistake.path} ${mistake.text}`}>
            <span className="wrap">
              {mistake.part === null ? '' : `${partNames[`${mistake.part}.json`]}: `}
              {skuAt(mistake)}
              {mistake.path === '' ? '' : `${mistake.path}: `}
              {mistake.text}
            </span>
          </Bullets.Item>
        ))}
      </Bullets>
      {left > 0 ? (
        <Button variant="subtle" color="red" size="xs" mt="xs" onClick={() => setShown(shown + 4 * mistakesAtOnce)}>
          Show {number(Math.min(left, 4 * mistakesAtOnce))} more
        </Button>
      ) : null}
    </Alert>
  )
}

const changeColumns: Column<Difference['changes'][number]>[] = [
  {
    title: 'What',
    cell: ({ subject, field, part }) => (
      <div>
        <span className="wrap">{capitalize(field)}</span>
        <Text size="xs" c="dimmed" className="wrap">
          {partNames[part] ?? part}
          {subject === null ? '' : ` · ${subject}`}
        </Text>
      </div>
    ),
  },
  { title: 'Before', cell: ({ before }) => <span className="wrap">{before ?? '–'}</span> },
  { title: 'After', cell: ({ after }) => <span className="wrap">{after ?? '–'}</span> },
]

const changeLabels = { added: 'Added', changed: 'Changed', retired: 'Retired', removed: 'Removed' } as const

const bookColumns: Column<Difference['books'][number]>[] = [
  {
    title: 'Book',
    cell: ({ name, manufacturingSku }) => (
      <div>
        <span className="wrap">{name}</span>
        <Text size="xs" c="dimmed" className="mono wrap">
          {manufacturingSku}
        </Text>
      </div>
    ),
  },
  {
    title: 'Change',
    cell: ({ change }) => (
      <Badge variant="light" radius="sm" color={change === 'removed' || change === 'retired' ? 'orange' : 'blue'}>
        {changeLabels[change]}
      </Badge>
    ),
  },
  {
    title: 'Products',
    cell: ({ products, accounts }) =>
      products === 0 ? 'None' : `${number(products)} of ${plural(accounts, 'account')}`,
  },
  { title: 'Open orders', cell: ({ openOrders }) => number(openOrders), right: true },
  { title: 'In the queue', cell: ({ queuedOrders }) => number(queuedOrders), right: true },
]

const TouchedBooks = ({ books, openOrders, queuedOrders, capped }: Difference) => (
  <Section
    title="Books that change"
    about={`Accepted orders keep their terms: ${number(openOrders)}${capped ? ' or more' : ''} open, ${number(queuedOrders)} of them in the queue.`}
    flush
  >
    <LongList
      label="Books that change"
      bare
      textOf={({ name, manufacturingSku }) => `${name} ${manufacturingSku}`}
      rows={books}
      columns={bookColumns}
      keyOf={({ manufacturingSku }) => manufacturingSku}
    />
  </Section>
)

type Basket = Difference['baskets'][number]

const basketColumns: Column<Basket>[] = [
  {
    title: 'Sample order',
    cell: ({ manufacturingSku, copies, pageCount, priceList }) => (
      <div>
        {plural(copies, 'copy', 'copies')}, {plural(pageCount, 'page')}
        <Text size="xs" c="dimmed" className="mono wrap">
          {manufacturingSku}
          {priceList === null ? '' : ` · ${priceList}`}
        </Text>
      </div>
    ),
  },
  {
    title: 'Shipping',
    cell: ({ country, state, shippingClassification }) =>
      `${capitalize(shippingClassification)} to ${state === null ? country : `${state}, ${country}`}`,
  },
  { title: 'Before', cell: ({ before }) => priceOrNone(before), right: true },
  { title: 'After', cell: ({ after }) => priceOrNone(after), right: true },
  {
    title: 'Difference',
    cell: ({ before, after }) => (before === null || after === null ? '–' : signedMoney(after - before)),
    right: true,
  },
]

const marginColumn: Column<Basket> = {
  title: 'Margin',
  cell: ({ marginBefore, marginAfter }) => marginsText(marginBefore, marginAfter) ?? <Muted>No cost entered</Muted>,
  right: true,
}

const priceOrNone = (price: number | null) => (price === null ? <Muted>Not sold</Muted> : <Money amount={price} />)

const Baskets = ({ baskets }: { baskets: Basket[] }) => (
  <Section
    title="Sample orders"
    about="With handling, shipping and taxes by the table; by the catalog, and by all price lists, also those that do not apply today."
    flush
  >
    <List
      label="Sample orders"
      bare
      // What differs comes first.
      rows={baskets.toSorted((a, b) => Number(a.before === a.after) - Number(b.before === b.after))}
      columns={hasMargins(baskets) ? [...basketColumns, marginColumn] : basketColumns}
      keyOf={({ manufacturingSku, copies, country, state, shippingClassification, priceList }) =>
        [manufacturingSku, copies, country, state, shippingClassification, priceList].join()
      }
    />
  </Section>
)

/** Margins are shown where costs are entered. */
const hasMargins = (rows: Pick<Basket, 'marginBefore' | 'marginAfter'>[]) =>
  rows.some(({ marginBefore, marginAfter }) => marginBefore !== null || marginAfter !== null)

type Portion = ResponseBody<'/staff/operator-data/repricing'>

function RecentOrders({ compared }: { compared: Compared }) {
  const portions = useInfiniteQuery({
    queryKey: ['staff', 'operator-data', 'repricing', compared],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/staff/operator-data/repricing', {
          params: { query: { ...compared, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const pages = portions.data?.pages ?? []
  const { hasNextPage, isFetching, fetchNextPage, error } = portions
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null && pages.length < maxPortions) void fetchNextPage()
  }, [hasNextPage, isFetching, error, pages.length, fetchNextPage])
  const sum = (of: (page: Portion) => number) => pages.reduce((total, page) => total + of(page), 0)
  const orders = sum(page => page.orders)
  const notSold = sum(page => page.notSold)
  const [before, after] = [sum(page => page.before), sum(page => page.after)]
  const margins = marginsText(
    sumOfMargins(pages.map(page => page.marginBefore)),
    sumOfMargins(pages.map(page => page.marginAfter)),
  )
  return (
    <Section title="Orders of the last 30 days" about="What they would cost as new orders, before and after." flush>
      <Stack gap="md" p="md">
        {error === null ? null : <Failure error={error} retry={() => portions.refetch()} />}
        <Details
          rows={[
            ['Orders', `${number(orders)}${hasNextPage ? ' so far' : ''}`],
            ['Before', money(before)],
            ['After', `${money(after)} (${signedMoney(after - before)})`],
            ...(margins === null ? [] : [['Margin', margins] as [string, string]]),
            ...(notSold > 0 ? [['No longer sold', plural(notSold, 'order')] as [string, string]] : []),
          ]}
        />
        {isFetching ? <Loader size="sm" aria-label="Pricing orders" /> : null}
        {hasNextPage && !isFetching && pages.length >= maxPortions ? (
          <div>
            <Button size="xs" variant="default" onClick={() => fetchNextPage()}>
              Price more orders
            </Button>
          </div>
        ) : null}
      </Stack>
      {orders > 0 ? (
        <>
          <BeforeAfter label="By book" nameTitle="Book" rows={bookRows(pages)} />
          <BeforeAfter label="By customer" nameTitle="Customer" rows={customerRows(pages)} />
        </>
      ) : null}
    </Section>
  )
}

const shownRows = 20

type Margins = { marginBefore: AmountPair | null; marginAfter: AmountPair | null }
type SumRow = Omit<BeforeAfterRow, 'note'> & Margins & { count: number }

/** Rows of all portions with the same key added up, the largest first. */
function addUp(rows: SumRow[], noteOf: (count: number) => string): BeforeAfterRow[] {
  const sums = new Map<string, SumRow>()
  for (const row of rows) {
    const known = sums.get(row.key)
    sums.set(
      row.key,
      known === undefined
        ? row
        : {
            ...row,
            count: known.count + row.count,
            before: known.before + row.before,
            after: known.after + row.after,
            marginBefore: sumOfMargins([known.marginBefore, row.marginBefore]),
            marginAfter: sumOfMargins([known.marginAfter, row.marginAfter]),
          },
    )
  }
  return [...sums.values()]
    .toSorted((a, b) => b.after - a.after)
    .slice(0, shownRows)
    .map(({ count, marginBefore, marginAfter, ...row }) => {
      const margins = marginsText(marginBefore, marginAfter)
      return { ...row, note: margins === null ? noteOf(count) : `${noteOf(count)} · margin ${margins}` }
    })
}

const bookRows = (pages: Portion[]) =>
  addUp(
    pages.flatMap(page =>
      page.byBook.map(({ manufacturingSku, copies, ...sums }) => ({
        key: manufacturingSku,
        name: manufacturingSku,
        count: copies,
        ...sums,
      })),
    ),
    count => plural(count, 'copy', 'copies'),
  )

const customerRows = (pages: Portion[]) =>
  addUp(
    pages.flatMap(page =>
      page.byCustomer.map(({ accountId, accountName, orders, ...sums }) => ({
        key: accountId,
        name: accountName,
        count: orders,
        ...sums,
      })),
    ),
    count => plural(count, 'order'),
  )

function Publish({ draft, close }: { draft: Draft; close: () => void }) {
  const queries = useQueryClient()
  const [at, setAt] = useState<string | null>(null)
  const publish = useAction({
    mutationFn: (reason: string) =>
      unwrap(
        api.POST('/staff/operator-data/draft/publish', {
          body: { revision: draft.revision, reason, ...effectiveAtOf(at) },
        }),
      ),
    async onSuccess({ version }) {
      await queries.invalidateQueries({ queryKey: ['staff', 'operator-data'] })
      showToast(`Version ${version} published`)
      close()
    },
  })
  return (
    <ReasonDialog
      title="Publish this draft?"
      text={
        <Group gap={8} wrap="nowrap" align="flex-start">
          <CircleCheck size={18} aria-hidden style={{ flexShrink: 0 }} />
          <span>It becomes version {draft.newest + 1} for new orders. Accepted orders keep their terms.</span>
        </Group>
      }
      confirmLabel="Publish"
      reasonHint="Shown in the list of versions and recorded in the audit log."
      error={publish.error}
      isPending={publish.isPending}
      isReady={at !== ''}
      submit={reason => publish.mutate(reason)}
      close={close}
    >
      <EffectField at={at} change={setAt} />
    </ReasonDialog>
  )
}
