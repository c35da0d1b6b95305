// Many orders from a CSV file: one line per book; lines with the same identifier are one order. Problems that can be
// found in advance are shown first; then the orders are sent a few at a time.

import { Alert, Badge, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Download, FileSpreadsheet } from 'lucide-react'
import { useRef, useState } from 'react'
import { ApiProblem, api, ask, type Mode, type Order } from '../../api.ts'
import { useConfirm } from '../../components/Confirm.tsx'
import { adviceOf } from '../../components/Failure.tsx'
import { GoTo } from '../../components/GoTo.tsx'
import { type Column, List } from '../../components/List.tsx'
import { NotYours } from '../../components/NotYours.tsx'
import { PageFrame } from '../../components/Page.tsx'
import { placeOf } from '../../components/placeOf.ts'
import { Section } from '../../components/Section.tsx'
import { capital, number, plural } from '../../components/Values.tsx'
import { useMode } from '../../shell/mode.ts'
import { orderableProducts } from '../../shell/products.ts'
import { useMay } from '../../shell/session.ts'
import { OrderStatus } from '../../shell/words.tsx'
import { isUnanswered, newIdentifier, ofEarlierTry } from './again.ts'
import { columnsOfTheFile, type Draft, draftsOf, exampleFile, neededColumns } from './csv.ts'
import { Dropzone } from './Dropzone.tsx'

type Outcome = Pick<Order, 'customerOrderId' | 'status' | 'errors'> | { problem: string; isUnanswered: boolean }

const atATime = 4

const optionalColumns = columnsOfTheFile.filter(
  column => column !== 'state' && !neededColumns.some(needed => needed === column),
)

export function Page() {
  const mode = useMode()
  return useMay('orders') ? (
    <Many key={mode} mode={mode} />
  ) : (
    <PageFrame title="Place many orders">
      <NotYours title="Your role cannot place orders" />
    </PageFrame>
  )
}

function Many({ mode }: { mode: Mode }) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const products = useQuery(orderableProducts)
  const [file, setFile] = useState<{ name: string; drafts: Draft[]; problems: string[] } | null>(null)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<Draft, Outcome>>(new Map())
  const [isSending, setSending] = useState(false)
  const named = useRef(new Map<string, string>())

  const read = async (chosen: File) => {
    const { default: papa } = await import('papaparse')
    const parsed = papa.parse<Record<string, string>>(await chosen.text(), {
      header: true,
      skipEmptyLines: 'greedy',
      transformHeader: header => header.trim(),
    })
    // A file may be here before the products are, and would be found to name none of them.
    const products = await queries.ensureQueryData(orderableProducts)
    const skus = new Set(products.map(({ sku }) => sku))
    setOutcomes(new Map())
    const { drafts, problems } = draftsOf(parsed.data, parsed.meta.fields ?? [], skus)
    setFile({ name: chosen.name, drafts: withIdentifiers(drafts, named.current), problems })
  }
  const good = file?.drafts.filter(({ problems }) => problems.length === 0) ?? []
  const bad = file?.drafts.filter(({ problems }) => problems.length > 0) ?? []
  const toSend = good.filter(draft => !wasTaken(outcomes.get(draft)))
  const made = good.filter(draft => isMade(outcomes.get(draft)))

  const send = async () => {
    setSending(true)
    const waiting = [...toSend]
    const worker = async () => {
      for (let draft = waiting.shift(); draft !== undefined; draft = waiting.shift()) {
        const placed = draft
        const outcome = await placeOne(mode, placed, outcomes.get(placed)).catch((error: unknown) => ({
          problem: adviceOf(error),
          isUnanswered: isUnanswered(error),
        }))
        setOutcomes(before => new Map(before).set(placed, outcome))
      }
    }
    await Promise.all(Array.from({ length: atATime }, worker))
    setSending(false)
    void queries.invalidateQueries({ queryKey: [mode] })
  }

  const press = async () => {
    const count = plural(toSend.length, 'production order')
    const isMeant =
      mode === 'sandbox' ||
      (await confirm({
        title: `Place ${count}?`,
        text: 'These are real orders: they are charged and printed.',
        yes: `Place ${count}`,
      }))
    if (isMeant) await send()
  }

  const columns: Column<Draft>[] = [
    { title: 'Order', cell: draft => <OrderName mode={mode} draft={draft} outcome={outcomes.get(draft)} /> },
    { title: 'Lines', cell: ({ lines }) => lines.join(', '), wideOnly: true },
    {
      title: 'Books',
      cell: ({ body }) => body.orderItems.map(({ quantity, sku }) => `${quantity} × ${sku}`).join(', '),
    },
    {
      title: 'To',
      cell: ({ body: { destination: to } }) => [to.name, to.city, to.state, to.country].filter(Boolean).join(', '),
    },
    { title: 'Check', cell: draft => <Check draft={draft} outcome={outcomes.get(draft)} /> },
  ]

  return (
    <PageFrame
      title="Place many orders"
      about={`From a CSV file, into the ${mode}. Nothing is sent until you have reviewed the content.`}
      actions={
        <Button
          component="a"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(exampleFile)}`}
          download="octavo-orders.csv"
          variant="default"
          leftSection={<Download size={15} />}
        >
          Example file
        </Button>
      }
    >
      <Dropzone
        label="Choose a CSV file"
        icon={<FileSpreadsheet size={24} aria-hidden />}
        about={`Required columns: ${neededColumns.join(', ')}; state for the US and Canada. Optional: ${optionalColumns.join(', ')}.`}
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
            about={`${plural(good.length, 'order')} can be sent${bad.length > 0 ? `, ${number(bad.length)} cannot: correct the file and choose it again, or send the others now` : ''}.`}
            actions={
              <Button onClick={press} loading={isSending} disabled={toSend.length === 0}>
                {outcomes.size === 0 || isSending
                  ? `Place ${plural(good.length, 'order')}`
                  : toSend.length === 0
                    ? 'All sent'
                    : `Try ${number(toSend.length)} again`}
              </Button>
            }
          >
            {outcomes.size > 0 ? (
              <>
                <Progress value={(100 * made.length) / Math.max(1, good.length)} aria-label="Orders placed" mb={4} />
                <Text size="sm" c="dimmed" role="status">
                  {isSending || made.length === good.length
                    ? `${number(made.length)} of ${number(good.length)} placed`
                    : `${number(made.length)} placed, ${number(good.length - made.length)} not`}
                </Text>
              </>
            ) : null}
          </Section>
          <List
            label="Orders of the file"
            rows={[...bad, ...good]}
            columns={columns}
            keyOf={({ lines }) => lines.join(' ')}
          />
        </Stack>
      ) : null}
    </PageFrame>
  )
}

/** Orders sent here under a generated identifier are recognised when their corrected file is chosen again. */
function withIdentifiers(drafts: Draft[], named: Map<string, string>): Draft[] {
  const times = new Map<string, number>()
  return drafts.map(draft => {
    if (draft.body.customerOrderId !== undefined) return draft
    const text = JSON.stringify(draft.body)
    const time = (times.get(text) ?? 0) + 1
    times.set(text, time)
    const key = `${time} ${text}`
    const customerOrderId = named.get(key) ?? newIdentifier()
    named.set(key, customerOrderId)
    return { ...draft, isNamedHere: true, body: { customerOrderId, ...draft.body } }
  })
}

const wasTaken = (outcome: Outcome | undefined): outcome is Extract<Outcome, { status: unknown }> =>
  outcome !== undefined && 'status' in outcome

const isMade = (outcome: Outcome | undefined): boolean =>
  wasTaken(outcome) && outcome.status !== 'FAILED' && outcome.status !== 'REJECTED'

async function placeOne(mode: Mode, { body, isNamedHere }: Draft, before: Outcome | undefined): Promise<Outcome> {
  const isOurs = isNamedHere || (before !== undefined && 'isUnanswered' in before && before.isUnanswered)
  for (;;) {
    try {
      return await ask(api.POST('/dashboard/api/{mode}/orders', { params: { path: { mode } }, body }))
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'too_many_requests') {
        // Sending too fast is not a failure of an order: wait as long as the service asks for.
        await new Promise(resolve => setTimeout(resolve, 1000 * (error.retryAfterSeconds ?? 5)))
      } else {
        if (!isOurs || body.customerOrderId === undefined) throw error
        return ofEarlierTry(error, mode, body.customerOrderId)
      }
    }
  }
}

const OrderName = ({ mode, draft, outcome }: { mode: Mode; draft: Draft; outcome: Outcome | undefined }) =>
  wasTaken(outcome) ? (
    <GoTo to={`/${mode}/orders/${encodeURIComponent(outcome.customerOrderId)}`}>{outcome.customerOrderId}</GoTo>
  ) : (
    <span className="wrap">{draft.isNamedHere ? 'made by Octavo' : draft.body.customerOrderId}</span>
  )

function Check({ draft, outcome }: { draft: Draft; outcome: Outcome | undefined }) {
  const status = wasTaken(outcome) ? <OrderStatus status={outcome.status} /> : null
  const problems = problemsOf(draft, outcome)
  if (problems.length === 0) {
    return (
      status ?? (
        <Badge variant="light" color="teal" radius="sm" leftSection={<CircleCheck size={12} />}>
          ready
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
  return wasTaken(outcome)
    ? outcome.errors.map(({ detail, pointer }) => `${capital(detail)} (${placeOf(pointer)}).`)
    : [capital(outcome.problem)]
}
