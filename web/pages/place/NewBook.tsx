// The book of two dropped PDFs: the operator's books that they fit, the check of the files, and the price of a copy.

import { Alert, Button, Group, Loader, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { BookCheck, CircleCheck, CircleX, Ruler } from 'lucide-react'
import type { ReactNode } from 'react'
import { allowedPageCount } from '../../../src/base/pageCounts.ts'
import { api } from '../../api.ts'
import { PrintFiles } from '../../components/books/PrintFiles.tsx'
import { Failure } from '../../components/feedback/Failure.tsx'
import { FormError } from '../../components/feedback/FormError.tsx'
import { money, number } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { useMode } from '../../shell/frame/mode.ts'
import { useIsCharged } from '../../shell/money/nextCharge.ts'
import { BookChoice } from '../../shell/orders/BookChoice.tsx'
import { type CatalogEntry, pointAt, useCatalog, usePrices } from '../../shell/orders/catalog.ts'
import { productOf } from '../../shell/orders/products.ts'
import { createProduct } from './createProduct.ts'
import { type Dropped, type DroppedFile, maxTitleLetters, type Part, titleOf } from './dropped.ts'
import { checkedFiles, useFileCheck } from './fileCheck.ts'

type Whole = Dropped & Record<Part, DroppedFile>

type Props = {
  dropped: Whole
  set: (changes: Partial<Dropped>) => void
  finish: (sku: string) => void
  actions: (part: Part) => ReactNode
}

export function NewBook({ dropped, set, finish, actions }: Props) {
  const { cover, guts } = dropped
  const catalog = useCatalog().data
  const books = catalog?.filter(({ manufacturingSku }) => guts.books.includes(manufacturingSku)) ?? []
  const likely = useLikeliest(books, dropped)
  const chosen = books.find(({ manufacturingSku }) => manufacturingSku === dropped.manufacturingSku) ?? likely
  const mode = useMode()
  const check = useFileCheck(
    chosen === null
      ? null
      : { mode, manufacturingSku: chosen.manufacturingSku, coverUrl: cover.fileUrl, gutsUrl: guts.fileUrl },
  )
  if (catalog === undefined) return <Skeleton height={160} />
  return (
    <Stack gap="sm">
      <PrintFiles
        files={checkedFiles(check.data, { cover, guts })}
        uncheckedText=""
        actions={({ part }) => actions(part)}
      />
      {books.length === 0 ? (
        <Alert color="orange" icon={<Ruler size={18} />} title={t('No book has pages of this size and number')}>
          {t('The file has {count, plural, one {# page} other {# pages}}; its first is {width} × {height} in.', {
            count: guts.pageCount ?? 0,
            width: number(round(guts.pageSize?.width ?? 0)),
            height: number(round(guts.pageSize?.height ?? 0)),
          })}
        </Alert>
      ) : null}
      {chosen === null ? null : (
        <>
          <CheckResult of={check} />
          <BookChoice
            catalog={books}
            chosen={chosen}
            choose={({ manufacturingSku }) => set({ manufacturingSku, sku: '' })}
          />
          <AddBook dropped={dropped} book={chosen} hasPassed={check.data?.passed === true} set={set} finish={finish} />
        </>
      )}
    </Stack>
  )
}

const round = (inches: number) => Math.round(1000 * inches) / 1000

/** The book whose cover has the size nearest to that of the file. */
function useLikeliest(books: CatalogEntry[], { cover, guts }: Whole): CatalogEntry | null {
  const measures = useQueries({
    queries: books.map(book => {
      const query = { pageCount: allowedPageCount(book.pages, guts.pageCount ?? 0) }
      const path = { manufacturingSku: book.manufacturingSku }
      return {
        queryKey: ['catalog', book.manufacturingSku, 'dimensions', query],
        queryFn: () => api.GET('/templates/published/{manufacturingSku}/dimensions', { params: { path, query } }),
        staleTime: Number.POSITIVE_INFINITY,
      }
    }),
  })
  if (measures.some(({ isPending }) => isPending)) return null
  const distances = measures.map(({ data }) => {
    if (data === undefined) return Number.POSITIVE_INFINITY
    if (cover.pageSize === null) return 0
    const { width, height } = data.in.cover
    return Math.abs(width - cover.pageSize.width) + Math.abs(height - cover.pageSize.height)
  })
  return books[distances.indexOf(Math.min(...distances))] ?? null
}

function CheckResult({ of: { isPending, error, data, refetch } }: { of: ReturnType<typeof useFileCheck> }) {
  if (error) return <Failure error={error} retry={() => void refetch()} />
  return (
    <Group gap="xs" role="status" wrap="nowrap">
      {isPending ? (
        <Loader size={16} />
      ) : data.passed ? (
        <CircleCheck size={16} color="var(--mantine-color-teal-6)" aria-hidden />
      ) : (
        <CircleX size={16} color="var(--mantine-color-red-6)" aria-hidden />
      )}
      <Text size="sm">
        {isPending
          ? t('Checking the files for this book …')
          : data.passed
            ? t('These files can be printed as this book.')
            : t('These files can’t be printed as this book. Drop corrected files, or choose another book.')}
      </Text>
    </Group>
  )
}

type AddProps = Omit<Props, 'actions'> & { book: CatalogEntry; hasPassed: boolean }

function AddBook({ dropped, book, hasPassed, set, finish }: AddProps) {
  const queries = useQueryClient()
  const title = dropped.title ?? titleOf(dropped)
  const count = dropped.guts.pageCount ?? 0
  const add = useAction({
    async mutationFn() {
      const { cover, guts, sku: asked } = dropped
      // The connection may break before the answer arrives, or the files are its own.
      const sku = await createProduct({ name: title.trim(), book, cover, guts, asked, ask: sku => set({ sku }) })
      for (const part of ['cover', 'guts'] as const) {
        const call = { params: { path: { sku, part } }, body: { fileUrl: dropped[part].fileUrl } }
        await api.POST('/products/{sku}/files/{part}', call)
      }
      return sku
    },
    async onSuccess(sku) {
      await queries.invalidateQueries({ queryKey: ['products'] })
      finish(sku)
    },
  })
  return (
    <>
      <TextInput
        label={t('Title')}
        description={t('The name of the book in your products. You can order it again without its files.')}
        maxLength={maxTitleLetters}
        value={title}
        onChange={event => set({ title: event.currentTarget.value, sku: '' })}
      />
      <FormError error={add.error} />
      <Group justify="space-between">
        <PriceOfCopy book={book} pageCount={allowedPageCount(book.pages, count)} />
        <Button
          leftSection={<BookCheck size={16} />}
          loading={add.isPending}
          disabled={title.trim() === '' || !hasPassed}
          onClick={() => add.mutate()}
        >
          {t('Use this book')}
        </Button>
      </Group>
    </>
  )
}

function PriceOfCopy({ book, pageCount }: { book: CatalogEntry; pageCount: number }) {
  const { data } = usePrices(book.manufacturingSku)
  const price = data && pointAt(data.points, pageCount)?.perCopy[0]
  // Elsewhere the printer sets the prices.
  const isCharged = useIsCharged()
  return (
    <Text>
      {price === undefined || !isCharged
        ? t('{count, plural, one {# page} other {# pages}}', { count: pageCount })
        : t('{count, plural, one {# page} other {# pages}}, {price} a copy', { count: pageCount, price: money(price) })}
    </Text>
  )
}

/** A product has both files already, so no second one is made of them without asking. */
export function KnownBook({ sku, finish, set }: Pick<Props, 'finish' | 'set'> & { sku: string }) {
  const product = useQuery(productOf(sku)).data
  return (
    <Alert
      color="blue"
      icon={<BookCheck size={18} />}
      title={t('You have this book already: {name}', { name: product?.name ?? sku })}
    >
      <Group gap="xs">
        <Button size="xs" onClick={() => finish(sku)}>
          {t('Order it')}
        </Button>
        <Button size="xs" variant="default" onClick={() => set({ isAnother: true })}>
          {t('Make another product')}
        </Button>
      </Group>
    </Alert>
  )
}
