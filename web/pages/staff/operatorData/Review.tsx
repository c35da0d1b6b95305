// The changes of the draft, or of an older version: values, sample orders, the orders of the last 30 days, and the
// books that products use. From here the draft is published.

import { Alert, Badge, List as Bullets, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, GitCompare } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import { BeforeAfter, type BeforeAfterRow, signedMoney } from '../../../components/charts/BeforeAfter.tsx'
import { Failure } from '../../../components/feedback/Failure.tsx'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { Details } from '../../../components/layout/Details.tsx'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { LongList } from '../../../components/layout/LongList.tsx'
import { RowsSkeleton } from '../../../components/layout/Page.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { capitalize, Money, Muted, money, number } from '../../../components/layout/Values.tsx'
import { shippingClassName } from '../../../components/orders/shippingClasses.ts'
import { type AmountPair, marginsText, sumOfMargins } from '../../../components/staff/margins.ts'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { useTab } from '../../../shell/frame/mode.ts'
import { ApprovalHint, isApproval, requestSentText } from '../../../shell/orders/approvals.tsx'
import { useMay } from '../../../shell/session/session.ts'
import { booksAlike } from './booksAlike.ts'
import { booksOf, type Draft } from './content.ts'
import { EffectField, effectiveAtOf } from './EffectField.tsx'

type Difference = ResponseBody<'/staff/operator-data/difference'>
/** The content to compare with the version in effect. */
type Compared = { draft: number } | { version: number }

const partNames: Record<string, string> = {
  'catalog.json': t('Books'),
  'shipping.json': t('Shipping'),
  'holidays.json': t('Holidays'),
  'tax.json': t('Taxes'),
  'priceLists.json': t('Price lists'),
  'brand.json': t('Brand'),
  'texts.json': t('Texts'),
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
    queryFn: () => api.GET('/staff/operator-data/difference', { params: { query: compared } }),
  })
  if (difference.isPending) return <RowsSkeleton rows={6} />
  if (difference.data === undefined) return <Failure error={difference.error} retry={() => difference.refetch()} />
  const { changed, mistakes, mistakeCount, before, changes } = difference.data
  const isStale = draft.basedOn !== draft.newest
  if (changed === 0 && mistakes.length === 0)
    return (
      <EmptyState icon={GitCompare} title={t('No changes')}>
        {version !== null
          ? before === 0
            ? t('Version {version} has nothing to sell yet.', { version })
            : t('Version {version} is the same as version {before}, which is in effect.', { version, before })
          : before === 0
            ? t('The draft has nothing to sell yet.')
            : t('The draft is the same as version {before}, which is in effect.', { before })}{' '}
        {version === null ? t('Change a book, a rate, a tax or a holiday, and see here what it would do.') : ''}
      </EmptyState>
    )
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text>
          {version !== null
            ? before === 0
              ? t('Version {version} is your first version, with {count, plural, one {# value} other {# values}}.', {
                  version,
                  count: changed,
                })
              : t(
                  'Version {version} differs from version {before}, which is in effect, in {count, plural, one {# value} other {# values}}.',
                  { version, before, count: changed },
                )
            : before === 0
              ? t('The draft is your first version, with {count, plural, one {# value} other {# values}}.', {
                  count: changed,
                })
              : t(
                  'The draft differs from version {before}, which is in effect, in {count, plural, one {# value} other {# values}}.',
                  { before, count: changed },
                )}
        </Text>
        {version === null && mayPublish ? (
          <Button
            disabled={mistakes.length > 0 || isStale || draft.savedAt === null}
            onClick={() => setPublishing(true)}
          >
            {t('Publish')}
          </Button>
        ) : null}
      </Group>
      {mistakes.length > 0 ? <Mistakes draft={{ mistakes, mistakeCount }} /> : null}
      {version === null ? <BooksAlike draft={draft} /> : null}
      {changed > 0 ? (
        <Section title={t('Changes')} flush>
          <LongList
            label={t('Changes')}
            bare
            textOf={({ subject, field, path }) => `${subject ?? ''} ${field} ${path}`}
            rows={changes}
            columns={changeColumns}
            keyOf={({ part, path }) => part + path}
          />
          {changed > changes.length ? (
            <Text p="md" c="dimmed">
              {t('These are the first {shown} of {count, plural, one {# change} other {# changes}}.', {
                shown: number(changes.length),
                count: changed,
              })}
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

function BooksAlike({ draft: { content } }: { draft: Draft }) {
  const groups = booksAlike(booksOf(content))
  if (groups.length === 0) return null
  return (
    <Alert color="orange" mb="md" icon={<CircleAlert size={18} />} title={t('Books that look alike')}>
      {t('These have the same size, cover, paper and color. Customers tell them apart by name and price only.')}
      <Bullets size="sm" mt="xs">
        {groups.slice(0, mistakesAtOnce).map(names => (
          <Bullets.Item key={names.join()}>{names.join(', ')}</Bullets.Item>
        ))}
      </Bullets>
    </Alert>
  )
}

type MistakesOfDraft = Pick<Draft, 'mistakes' | 'mistakeCount'>

/** The listed mistakes, some at once. */
export function Mistakes({ draft: { mistakes, mistakeCount } }: { draft: MistakesOfDraft }) {
  const [shown, setShown] = useState(mistakesAtOnce)
  const left = mistakes.length - shown
  return (
    <Alert
      color="red"
      icon={<CircleAlert size={18} />}
      title={t('{count, plural, one {# mistake} other {# mistakes}} to fix before publishing', {
        count: mistakeCount,
      })}
      mb="md"
    >
      <Bullets size="sm" spacing={2}>
        {mistakes.slice(0, shown).map(({ part, path, text, subject, field, advice }) => (
          <Bullets.Item key={`${part} ${path} ${text}`}>
            <span className="wrap">
              {part === null ? '' : `${partNames[`${part}.json`]}: `}
              {[[subject, field].filter(Boolean).join(', '), advice].filter(Boolean).join(': ')}
            </span>
          </Bullets.Item>
        ))}
      </Bullets>
      {left > 0 ? (
        <Button variant="subtle" color="red" size="xs" mt="xs" onClick={() => setShown(shown + 4 * mistakesAtOnce)}>
          {t('Show {count} more', { count: number(Math.min(left, 4 * mistakesAtOnce)) })}
        </Button>
      ) : mistakeCount > mistakes.length ? (
        <Text size="sm" mt="xs">
          {t('These are the first {shown} of {count, plural, one {# mistake} other {# mistakes}}.', {
            shown: number(mistakes.length),
            count: mistakeCount,
          })}
        </Text>
      ) : null}
    </Alert>
  )
}

const changeColumns: Column<Difference['changes'][number]>[] = [
  {
    title: t('What'),
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
  { title: t('Before [[a change]]'), cell: ({ before }) => <span className="wrap">{before ?? '–'}</span> },
  { title: t('After'), cell: ({ after }) => <span className="wrap">{after ?? '–'}</span> },
]

const changeLabels = { added: t('Added'), changed: t('Changed'), retired: t('Retired'), removed: t('Removed') } as const

const bookColumns: Column<Difference['books'][number]>[] = [
  {
    title: t('Book'),
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
    title: t('Change [[noun]]'),
    cell: ({ change }) => (
      <Badge color={change === 'removed' || change === 'retired' ? 'orange' : 'blue'}>{changeLabels[change]}</Badge>
    ),
  },
  {
    title: t('Products'),
    cell: ({ products, accounts }) =>
      products === 0
        ? t('None')
        : t('{products} of {count, plural, one {# account} other {# accounts}}', {
            products: number(products),
            count: accounts,
          }),
  },
  { title: t('Open orders'), cell: ({ openOrders }) => number(openOrders), right: true },
  { title: t('In the queue'), cell: ({ queuedOrders }) => number(queuedOrders), right: true },
]

const TouchedBooks = ({ books, openOrders, queuedOrders, capped }: Difference) => (
  <Section
    title={t('Books that change')}
    about={t(
      capped
        ? 'Accepted orders keep their terms: {open} or more open, {queued} of them in the queue.'
        : 'Accepted orders keep their terms: {open} open, {queued} of them in the queue.',
      { open: number(openOrders), queued: number(queuedOrders) },
    )}
    flush
  >
    <LongList
      label={t('Books that change')}
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
    title: t('Sample order'),
    cell: ({ manufacturingSku, copies, pageCount, priceList }) => (
      <div>
        {t('{copies, plural, one {# copy} other {# copies}}, {pages, plural, one {# page} other {# pages}}', {
          copies,
          pages: pageCount,
        })}
        <Text size="xs" c="dimmed" className="mono wrap">
          {manufacturingSku}
          {priceList === null ? '' : ` · ${priceList}`}
        </Text>
      </div>
    ),
  },
  {
    title: t('Shipping'),
    cell: ({ country, state, shippingClassification }) =>
      t('{shippingClass} to {place}', {
        shippingClass: capitalize(shippingClassName(shippingClassification)),
        place: state === null ? country : `${state}, ${country}`,
      }),
  },
  { title: t('Before [[a change]]'), cell: ({ before }) => priceOrNone(before), right: true },
  { title: t('After'), cell: ({ after }) => priceOrNone(after), right: true },
  {
    title: t('Difference'),
    cell: ({ before, after }) => (before === null || after === null ? '–' : signedMoney(after - before)),
    right: true,
  },
]

const marginColumn: Column<Basket> = {
  title: t('Margin'),
  cell: ({ marginBefore, marginAfter }) =>
    marginsText(marginBefore, marginAfter) ?? <Muted>{t('No cost entered')}</Muted>,
  right: true,
}

const priceOrNone = (price: number | null) =>
  price === null ? <Muted>{t('Not sold')}</Muted> : <Money amount={price} />

const Baskets = ({ baskets }: { baskets: Basket[] }) => (
  <Section
    title={t('Sample orders')}
    about={t(
      'With handling, shipping and taxes by the table; by the catalog, and by all price lists, also those that do not apply today.',
    )}
    flush
  >
    <List
      label={t('Sample orders')}
      bare
      // Differences come first.
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
      api.GET('/staff/operator-data/repricing', {
        params: { query: { ...compared, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
      }),
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
    <Section
      title={t('Orders of the last 30 days')}
      about={t('What they would cost as new orders, before and after.')}
      flush
    >
      <Stack gap="md" p="md">
        {error === null ? null : <Failure error={error} retry={() => portions.refetch()} />}
        <Details
          rows={[
            [t('Orders'), hasNextPage ? t('{what} so far', { what: number(orders) }) : number(orders)],
            [t('Before [[a change]]'), money(before)],
            [t('After'), `${money(after)} (${signedMoney(after - before)})`],
            [t('Margin'), margins ?? undefined],
            [
              t('No longer sold'),
              notSold > 0 ? t('{count, plural, one {# order} other {# orders}}', { count: notSold }) : undefined,
            ],
          ]}
        />
        {isFetching ? <Loader size="sm" aria-label={t('Pricing orders')} /> : null}
        {hasNextPage && !isFetching && pages.length >= maxPortions ? (
          <div>
            <Button size="xs" variant="default" onClick={() => fetchNextPage()}>
              {t('Price more orders')}
            </Button>
          </div>
        ) : null}
      </Stack>
      {orders > 0 ? (
        <>
          <BeforeAfter label={t('By book')} nameTitle={t('Book')} rows={bookRows(pages)} />
          <BeforeAfter label={t('By customer')} nameTitle={t('Customer')} rows={customerRows(pages)} />
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
      return {
        ...row,
        note:
          margins === null ? noteOf(count) : t('{what} · margin {margin}', { what: noteOf(count), margin: margins }),
      }
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
    count => t('{count, plural, one {# copy} other {# copies}}', { count }),
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
    count => t('{count, plural, one {# order} other {# orders}}', { count }),
  )

function Publish({ draft, close }: { draft: Draft; close: () => void }) {
  const [at, setAt] = useState<string | null>(null)
  const [, showTab] = useTab(['versions'])
  const navigate = useNavigate()
  const publish = useAction({
    mutationFn: (reason: string) =>
      api.POST('/staff/operator-data/draft/publish', {
        body: { revision: draft.revision, reason, ...effectiveAtOf(at) },
      }),
    refetch: ['staff', 'operator-data'],
    done(answer) {
      if (isApproval(answer)) return requestSentText
      // Set-up says when the shop is open, and what comes next; later versions say since when they are in effect.
      if (draft.newest === 0) void navigate({ to: '/set-up' })
      else showTab('versions')
      return t('Version {version} published', { version: answer.version })
    },
    close,
  })
  return (
    <ReasonDialog
      title={t('Publish this draft?')}
      text={
        <Group gap={8} wrap="nowrap" align="flex-start">
          <CircleCheck size={18} aria-hidden style={{ flexShrink: 0 }} />
          <span>
            {t('It becomes version {version} for new orders. Accepted orders keep their terms.', {
              version: draft.newest + 1,
            })}
          </span>
        </Group>
      }
      confirmLabel={t('Publish')}
      reasonHint={t('Shown in the list of versions and recorded in the audit log.')}
      action={publish}
      isReady={at !== ''}
      close={close}
    >
      <EffectField at={at} change={setAt} />
      <ApprovalHint of="prices" />
    </ReasonDialog>
  )
}
