// Many orders from a spreadsheet: a row for each book; rows with the same identifier are one order. The service reads
// the file and examines every order; its mistakes are shown first, and then the orders are sent a few at a time.

import { Alert, Badge, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Download, FileSpreadsheet, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { orderTitle } from '../../../src/base/text/orderTitle.ts'
import { columns, requiredColumns } from '../../../src/features/placing/orderColumns.ts'
import { ApiProblem, api, fileBody, type Mode, type Order, type RequestBody, type ResponseBody } from '../../api.ts'
import { brand } from '../../brand.ts'
import { errorText, Failure } from '../../components/feedback/Failure.tsx'
import { NoPermission } from '../../components/feedback/NoPermission.tsx'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { AppLink } from '../../components/layout/AppLink.tsx'
import { type Column, List } from '../../components/layout/List.tsx'
import { LongList } from '../../components/layout/LongList.tsx'
import { PageFrame, RowsSkeleton } from '../../components/layout/Page.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { capitalize, number } from '../../components/layout/Values.tsx'
import { fieldLabelOf } from '../../components/orders/fieldLabels.ts'
import { t } from '../../language.ts'
import { useMode } from '../../shell/frame/mode.ts'
import { OrderStatus } from '../../shell/orders/statusTexts.tsx'
import { useMay } from '../../shell/session/session.ts'
import { Dropzone } from './Dropzone.tsx'
import { exampleFile } from './exampleFile.ts'
import { isUnanswered, newIdentifier, orderOfEarlierAttempt } from './retry.ts'

type OrderFile = ResponseBody<'/dashboard/api/{mode}/orders/spreadsheet', 'post'>
type Draft = Omit<OrderFile['orders'][number], 'order'> & {
  order: RequestBody<'/dashboard/api/{mode}/orders'>
  /** Whether the identifier is generated because the file has none. */
  hasGeneratedId?: true
}
type Outcome =
  | Pick<Order, 'customerOrderId' | 'orderNumber' | 'status' | 'errors'>
  | { problem: string; isUnanswered: boolean }

const maxParallel = 4

const optionalColumns = columns.filter(
  column => column !== 'state' && !requiredColumns.some(needed => needed === column),
)

export function Page() {
  const mode = useMode()
  return useMay('orders') ? (
    <UploadOrders key={mode} mode={mode} />
  ) : (
    <PageFrame title={t('Upload orders')}>
      <NoPermission title={t('Your role doesn’t allow you to place orders')} />
    </PageFrame>
  )
}

function UploadOrders({ mode }: { mode: Mode }) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const [file, setFile] = useState<(Omit<OrderFile, 'orders'> & { name: string; drafts: Draft[] }) | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [isReading, setReading] = useState(false)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<Draft, Outcome>>(new Map())
  const [isSending, setSending] = useState(false)
  const generatedIds = useRef(new Map<string, string>())

  const read = async (chosen: File) => {
    setOutcomes(new Map())
    setFile(null)
    setRefusal(null)
    setReading(true)
    try {
      const { orders, ...found } = await api.POST('/dashboard/api/{mode}/orders/spreadsheet', {
        params: { path: { mode } },
        headers: { 'content-type': 'application/octet-stream' },
        ...fileBody(chosen),
      })
      setFile({ name: chosen.name, drafts: withIdentifiers(orders as Draft[], generatedIds.current), ...found })
    } catch (error) {
      setRefusal(error)
    } finally {
      setReading(false)
    }
  }
  const drafts = file?.drafts ?? []
  const toSend = drafts.filter(draft => !isAccepted(outcomes.get(draft)))
  const placedDrafts = drafts.filter(draft => isPlaced(outcomes.get(draft)))

  const send = async () => {
    setSending(true)
    const waiting = [...toSend]
    const worker = async () => {
      for (let draft = waiting.shift(); draft !== undefined; draft = waiting.shift()) {
        const placed = draft
        const outcome = await placeOrder(mode, placed, outcomes.get(placed)).catch((error: unknown) => ({
          problem: errorText(error),
          isUnanswered: isUnanswered(error),
        }))
        setOutcomes(before => new Map(before).set(placed, outcome))
      }
    }
    await Promise.all(Array.from({ length: maxParallel }, worker))
    setSending(false)
    void queries.invalidateQueries({ queryKey: [mode] })
  }

  const confirmAndSend = async () => {
    const count = toSend.length
    const isConfirmed =
      mode === 'sandbox' ||
      (await confirm({
        title: t('Place {count, plural, one {# production order} other {# production orders}}?', { count }),
        text: t('These are production orders. They will be charged and printed.'),
        confirmLabel: t('Place {count, plural, one {# production order} other {# production orders}}', { count }),
      }))
    if (isConfirmed) await send()
  }

  const columns: Column<Draft>[] = [
    { title: t('Order'), cell: draft => <OrderName mode={mode} draft={draft} outcome={outcomes.get(draft)} /> },
    { title: t('Rows [[of a file]]'), cell: ({ rows }) => rows.join(', '), wideOnly: true },
    {
      title: t('Books'),
      cell: ({ order }) => order.orderItems.map(({ quantity, sku }) => `${quantity} × ${sku}`).join(', '),
    },
    {
      title: t('Recipient'),
      cell: ({ order: { destination: to } }) =>
        [to.name, to.city, to.state, to.postal, to.country].filter(Boolean).join(', '),
    },
    { title: t('Status'), cell: draft => <Check draft={draft} outcome={outcomes.get(draft)} /> },
  ]

  return (
    <PageFrame
      title={t('Upload orders')}
      about={t(
        'Place {mode, select, sandbox {sandbox} other {production}} orders from a spreadsheet. You can review them before they are placed.',
        { mode },
      )}
      actions={
        <Button
          component="a"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(exampleFile)}`}
          download="octavo-orders.csv"
          variant="default"
          leftSection={<Download size={15} />}
        >
          {t('Download example')}
        </Button>
      }
    >
      <Dropzone
        label={t('Choose a spreadsheet')}
        text={t('Choose a spreadsheet or drop it here')}
        accept=".xlsx,.csv,text/csv"
        icon={<FileSpreadsheet size={24} aria-hidden />}
        about={t(
          '.xlsx or CSV. Required columns: {required}; also state for the US and Canada. Optional columns: {optional}.',
          {
            required: requiredColumns.join(', '),
            optional: optionalColumns.join(', '),
          },
        )}
        isDisabled={isSending || isReading}
        take={([chosen]) => void (chosen && read(chosen))}
      />
      {isReading ? <RowsSkeleton /> : null}
      {refusal === null ? null : <Failure error={refusal} />}
      {file === null ? null : <FileMistakes {...file} />}
      {file && drafts.length > 0 ? (
        <Stack mt="md" gap={0}>
          <Section
            title={file.name}
            about={
              file.mistakeCount === 0
                ? t('{count, plural, one {# order} other {# orders}} ready to place.', { count: drafts.length })
                : t(
                    '{count, plural, one {# order} other {# orders}} ready to place. Correct the file and choose it again, or place them now.',
                    { count: drafts.length },
                  )
            }
            actions={
              <Button onClick={confirmAndSend} loading={isSending} disabled={toSend.length === 0}>
                {outcomes.size === 0 || isSending
                  ? t('Place {count, plural, one {# order} other {# orders}}', { count: drafts.length })
                  : toSend.length === 0
                    ? t('All placed')
                    : t('Retry {count, plural, one {# order} other {# orders}}', { count: toSend.length })}
              </Button>
            }
          >
            {outcomes.size > 0 ? (
              <>
                <Progress value={(100 * placedDrafts.length) / drafts.length} aria-label={t('Orders placed')} mb={4} />
                <Text size="sm" c="dimmed" role="status">
                  {isSending || placedDrafts.length === drafts.length
                    ? t('{placed} of {all} placed', { placed: number(placedDrafts.length), all: number(drafts.length) })
                    : t('{placed} placed, {failed} failed', {
                        placed: number(placedDrafts.length),
                        failed: number(drafts.length - placedDrafts.length),
                      })}
                </Text>
              </>
            ) : null}
          </Section>
          {file.addressesUnchecked > 0 ? (
            <Text size="sm" c="dimmed" px="md" pb="sm">
              {t('{count, plural, one {# address was} other {# addresses were}} not verified.', {
                count: file.addressesUnchecked,
              })}
            </Text>
          ) : null}
          <List label={t('Orders in the file')} rows={drafts} columns={columns} keyOf={({ rows }) => rows.join(' ')} />
        </Stack>
      ) : null}
    </PageFrame>
  )
}

const mistakeColumns: Column<OrderFile['mistakes'][number]>[] = [
  { title: t('Row'), cell: ({ row }) => number(row) },
  { title: t('Column'), cell: ({ column }) => column },
  { title: t('Problem'), cell: ({ detail }) => <span className="wrap">{capitalize(detail)}</span> },
]

function FileMistakes({ mistakes, mistakeCount, ignoredColumns }: Omit<OrderFile, 'orders'>) {
  return (
    <>
      {ignoredColumns.length === 0 ? null : (
        <Alert color="orange" mt="md" icon={<TriangleAlert size={18} />}>
          {t('Unknown columns are ignored: {columns}.', { columns: ignoredColumns.join(', ') })}
        </Alert>
      )}
      {mistakeCount === 0 ? null : (
        <Alert color="red" my="md" icon={<CircleAlert size={18} />} role="alert">
          {t('{count, plural, one {The file has # mistake} other {The file has # mistakes}}', { count: mistakeCount })}
        </Alert>
      )}
      {mistakeCount === 0 ? null : (
        <LongList
          label={t('Mistakes of the file')}
          rows={mistakes}
          columns={mistakeColumns}
          keyOf={({ row, column, detail }) => `${row} ${column} ${detail}`}
          textOf={({ row, column, detail }) => `${row} ${column} ${detail}`}
        />
      )}
      {mistakeCount > mistakes.length ? (
        <Text size="sm" c="dimmed">
          {t('These are the first {count} of {all} mistakes.', {
            count: number(mistakes.length),
            all: number(mistakeCount),
          })}
        </Text>
      ) : null}
    </>
  )
}

/** Orders sent here under a generated identifier are recognized when their corrected file is chosen again. */
function withIdentifiers(drafts: Draft[], generatedIds: Map<string, string>): Draft[] {
  const times = new Map<string, number>()
  return drafts.map(draft => {
    if (draft.order.customerOrderId !== undefined) return draft
    const text = JSON.stringify(draft.order)
    const time = (times.get(text) ?? 0) + 1
    times.set(text, time)
    const key = `${time} ${text}`
    const customerOrderId = generatedIds.get(key) ?? newIdentifier()
    generatedIds.set(key, customerOrderId)
    return { ...draft, hasGeneratedId: true, order: { customerOrderId, ...draft.order } }
  })
}

const isAccepted = (outcome: Outcome | undefined): outcome is Extract<Outcome, { status: unknown }> =>
  outcome !== undefined && 'status' in outcome

const isPlaced = (outcome: Outcome | undefined): boolean =>
  isAccepted(outcome) && outcome.status !== 'FAILED' && outcome.status !== 'REJECTED'

async function placeOrder(
  mode: Mode,
  { order: body, hasGeneratedId }: Draft,
  before: Outcome | undefined,
): Promise<Outcome> {
  const isOurs = hasGeneratedId || (before !== undefined && 'isUnanswered' in before && before.isUnanswered)
  for (;;) {
    try {
      return await api.POST('/dashboard/api/{mode}/orders', { params: { path: { mode } }, body })
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'too_many_requests') {
        // The rate limit is not a failure of the order: wait as long as the service requests.
        await new Promise(resolve => setTimeout(resolve, 1000 * (error.retryAfterSeconds ?? 5)))
      } else {
        if (!isOurs || body.customerOrderId === undefined) throw error
        return orderOfEarlierAttempt(error, mode, body.customerOrderId)
      }
    }
  }
}

const OrderName = ({ mode, draft, outcome }: { mode: Mode; draft: Draft; outcome: Outcome | undefined }) =>
  isAccepted(outcome) ? (
    <AppLink to={`/${mode}/orders/${encodeURIComponent(outcome.customerOrderId)}`}>{orderTitle(outcome)}</AppLink>
  ) : (
    <span className="wrap">
      {draft.hasGeneratedId ? t('Generated by {name}', { name: brand.name }) : draft.order.customerOrderId}
    </span>
  )

function Check({ draft, outcome }: { draft: Draft; outcome: Outcome | undefined }) {
  const problems = outcome === undefined ? [] : problemsOf(outcome)
  const warnings = outcome === undefined ? draft.warnings.map(sentenceOf) : []
  return (
    <>
      {isAccepted(outcome) ? <OrderStatus status={outcome.status} /> : null}
      {outcome === undefined ? (
        <Badge color="teal" leftSection={<CircleCheck size={12} />}>
          {t('Ready')}
        </Badge>
      ) : null}
      {[...problems, ...warnings].length === 0 ? null : (
        <Group gap={4} wrap="nowrap" align="flex-start">
          {problems.length === 0 ? (
            <TriangleAlert size={15} color="var(--mantine-color-orange-6)" aria-hidden style={markStyle} />
          ) : (
            <CircleAlert size={15} color="var(--mantine-color-red-6)" aria-hidden style={markStyle} />
          )}
          <Text size="sm" ta="left" className="wrap">
            {[...problems, ...warnings].join(' ')}
          </Text>
        </Group>
      )}
    </>
  )
}

const markStyle = { flex: 'none', marginTop: 3 }

const problemsOf = (outcome: Outcome): string[] =>
  isAccepted(outcome) ? outcome.errors.map(sentenceOf) : [capitalize(outcome.problem)]

const sentenceOf = ({ detail, pointer }: Order['errors'][number]) => `${capitalize(detail)} (${fieldLabelOf(pointer)}).`
