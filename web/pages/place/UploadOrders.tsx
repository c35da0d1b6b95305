// Many orders from a CSV file: one line per book; lines with the same identifier are one order. Problems that can be
// found in advance are shown first; then the orders are sent a few at a time.

import { Alert, Badge, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Download, FileSpreadsheet } from 'lucide-react'
import { useRef, useState } from 'react'
import { ApiProblem, api, type Mode, type Order, unwrap } from '../../api.ts'
import { brand } from '../../brand.ts'
import { errorText } from '../../components/feedback/Failure.tsx'
import { NoPermission } from '../../components/feedback/NoPermission.tsx'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { AppLink } from '../../components/layout/AppLink.tsx'
import { type Column, List } from '../../components/layout/List.tsx'
import { PageFrame } from '../../components/layout/Page.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { capitalize, number } from '../../components/layout/Values.tsx'
import { fieldLabelOf } from '../../components/orders/fieldLabels.ts'
import { t } from '../../language.ts'
import { useMode } from '../../shell/frame/mode.ts'
import { orderableProducts } from '../../shell/orders/products.ts'
import { OrderStatus } from '../../shell/orders/statusTexts.tsx'
import { useMay } from '../../shell/session/session.ts'
import { csvColumns, type Draft, draftsOf, requiredColumns } from './csv.ts'
import { Dropzone } from './Dropzone.tsx'
import { exampleFile } from './exampleFile.ts'
import { isUnanswered, newIdentifier, orderOfEarlierAttempt } from './retry.ts'

type Outcome = Pick<Order, 'customerOrderId' | 'status' | 'errors'> | { problem: string; isUnanswered: boolean }

const maxParallel = 4

const optionalColumns = csvColumns.filter(
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
  const products = useQuery(orderableProducts)
  const [file, setFile] = useState<{ name: string; drafts: Draft[]; problems: string[] } | null>(null)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<Draft, Outcome>>(new Map())
  const [isSending, setSending] = useState(false)
  const generatedIds = useRef(new Map<string, string>())

  const read = async (chosen: File) => {
    const { default: papa } = await import('papaparse')
    const { data, errors } = papa.parse<string[]>((await chosen.text()).replace(/^\uFEFF/, ''))
    // The products may still be loading; without them, every SKU in the file would be unknown.
    const products = await queries.ensureQueryData(orderableProducts)
    const skus = new Set(products.map(({ sku }) => sku))
    setOutcomes(new Map())
    const badQuote = errors.find(({ type }) => type === 'Quotes')
    const { drafts, problems } =
      badQuote === undefined
        ? draftsOf(data, skus)
        : {
            drafts: [],
            problems: [
              t('Row {row}: a quoted text does not end, or ends too early.', { row: number((badQuote.row ?? 0) + 1) }),
            ],
          }
    setFile({ name: chosen.name, drafts: withIdentifiers(drafts, generatedIds.current), problems })
  }
  const valid = file?.drafts.filter(({ problems }) => problems.length === 0) ?? []
  const invalid = file?.drafts.filter(({ problems }) => problems.length > 0) ?? []
  const toSend = valid.filter(draft => !isAccepted(outcomes.get(draft)))
  const placedDrafts = valid.filter(draft => isPlaced(outcomes.get(draft)))

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
    { title: t('Lines [[of a file]]'), cell: ({ lines }) => lines.join(', '), wideOnly: true },
    {
      title: t('Books'),
      cell: ({ body }) => body.orderItems.map(({ quantity, sku }) => `${quantity} × ${sku}`).join(', '),
    },
    {
      title: t('Recipient'),
      cell: ({ body: { destination: to } }) => [to.name, to.city, to.state, to.country].filter(Boolean).join(', '),
    },
    { title: t('Status'), cell: draft => <Check draft={draft} outcome={outcomes.get(draft)} /> },
  ]

  return (
    <PageFrame
      title={t('Upload orders')}
      about={t(
        'Place {mode, select, sandbox {sandbox} other {production}} orders from a CSV file. You can review them before they are placed.',
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
        label={t('Choose a CSV file')}
        icon={<FileSpreadsheet size={24} aria-hidden />}
        about={t('Required columns: {required}; also state for the US and Canada. Optional columns: {optional}.', {
          required: requiredColumns.join(', '),
          optional: optionalColumns.join(', '),
        })}
        isDisabled={isSending || !products.data}
        take={read}
      />
      {file?.problems.map(problem => (
        <Alert key={problem} color="red" variant="light" mt="md" icon={<CircleAlert size={18} />}>
          {problem}
        </Alert>
      ))}
      {file && file.drafts.length > 0 ? (
        <Stack mt="md" gap={0}>
          <Section
            title={file.name}
            about={
              invalid.length === 0
                ? t('{count, plural, one {# order} other {# orders}} ready to place.', { count: valid.length })
                : t(
                    '{count, plural, one {# order} other {# orders}} ready to place, {invalid} with problems. Correct the file and choose it again, or place the others now.',
                    { count: valid.length, invalid: number(invalid.length) },
                  )
            }
            actions={
              <Button onClick={confirmAndSend} loading={isSending} disabled={toSend.length === 0}>
                {outcomes.size === 0 || isSending
                  ? t('Place {count, plural, one {# order} other {# orders}}', { count: valid.length })
                  : toSend.length === 0
                    ? t('All placed')
                    : t('Retry {count, plural, one {# order} other {# orders}}', { count: toSend.length })}
              </Button>
            }
          >
            {outcomes.size > 0 ? (
              <>
                <Progress
                  value={(100 * placedDrafts.length) / Math.max(1, valid.length)}
                  aria-label={t('Orders placed')}
                  mb={4}
                />
                <Text size="sm" c="dimmed" role="status">
                  {isSending || placedDrafts.length === valid.length
                    ? t('{placed} of {all} placed', { placed: number(placedDrafts.length), all: number(valid.length) })
                    : t('{placed} placed, {failed} failed', {
                        placed: number(placedDrafts.length),
                        failed: number(valid.length - placedDrafts.length),
                      })}
                </Text>
              </>
            ) : null}
          </Section>
          <List
            label={t('Orders in the file')}
            rows={[...invalid, ...valid]}
            columns={columns}
            keyOf={({ lines }) => lines.join(' ')}
          />
        </Stack>
      ) : null}
    </PageFrame>
  )
}

/** Orders sent here under a generated identifier are recognized when their corrected file is chosen again. */
function withIdentifiers(drafts: Draft[], generatedIds: Map<string, string>): Draft[] {
  const times = new Map<string, number>()
  return drafts.map(draft => {
    if (draft.body.customerOrderId !== undefined) return draft
    const text = JSON.stringify(draft.body)
    const time = (times.get(text) ?? 0) + 1
    times.set(text, time)
    const key = `${time} ${text}`
    const customerOrderId = generatedIds.get(key) ?? newIdentifier()
    generatedIds.set(key, customerOrderId)
    return { ...draft, hasGeneratedId: true, body: { customerOrderId, ...draft.body } }
  })
}

const isAccepted = (outcome: Outcome | undefined): outcome is Extract<Outcome, { status: unknown }> =>
  outcome !== undefined && 'status' in outcome

const isPlaced = (outcome: Outcome | undefined): boolean =>
  isAccepted(outcome) && outcome.status !== 'FAILED' && outcome.status !== 'REJECTED'

async function placeOrder(mode: Mode, { body, hasGeneratedId }: Draft, before: Outcome | undefined): Promise<Outcome> {
  const isOurs = hasGeneratedId || (before !== undefined && 'isUnanswered' in before && before.isUnanswered)
  for (;;) {
    try {
      return await unwrap(api.POST('/dashboard/api/{mode}/orders', { params: { path: { mode } }, body }))
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
    <AppLink to={`/${mode}/orders/${encodeURIComponent(outcome.customerOrderId)}`}>{outcome.customerOrderId}</AppLink>
  ) : (
    <span className="wrap">
      {draft.hasGeneratedId ? t('Generated by {name}', { name: brand.name }) : draft.body.customerOrderId}
    </span>
  )

function Check({ draft, outcome }: { draft: Draft; outcome: Outcome | undefined }) {
  const status = isAccepted(outcome) ? <OrderStatus status={outcome.status} /> : null
  const problems = problemsOf(draft, outcome)
  if (problems.length === 0) {
    return (
      status ?? (
        <Badge variant="light" color="teal" radius="sm" leftSection={<CircleCheck size={12} />}>
          {t('Ready')}
        </Badge>
      )
    )
  }
  return (
    <>
      {status}
      <Group gap={4} wrap="nowrap" align="flex-start">
        <CircleAlert size={15} color="var(--mantine-color-red-6)" aria-hidden style={{ flex: 'none', marginTop: 3 }} />
        <Text size="sm" ta="left" className="wrap">
          {problems.join(' ')}
        </Text>
      </Group>
    </>
  )
}

function problemsOf(draft: Draft, outcome: Outcome | undefined): string[] {
  if (outcome === undefined) return draft.problems
  return isAccepted(outcome)
    ? outcome.errors.map(({ detail, pointer }) => `${capitalize(detail)} (${fieldLabelOf(pointer)}).`)
    : [capitalize(outcome.problem)]
}
