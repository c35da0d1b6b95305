// Many orders from a CSV file: a line a book, lines with one identifier are one order. Everything that can be known before is
// shown before; then the orders are sent a few at a time.

import { Alert, Badge, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Download, FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { ApiProblem, api, ask, type Mode } from '../../api.ts'
import { GoTo } from '../../components/GoTo.tsx'
import { type Column, List } from '../../components/List.tsx'
import { NotYours } from '../../components/NotYours.tsx'
import { PageFrame } from '../../components/Page.tsx'
import { Section } from '../../components/Section.tsx'
import { number, plural } from '../../components/Values.tsx'
import { useMode } from '../../shell/mode.ts'
import { useMay } from '../../shell/session.ts'
import { OrderStatus } from '../../shell/words.tsx'
import { columnsOfTheFile, type Draft, draftsOf, exampleFile } from './csv.ts'
import { Dropzone } from './Dropzone.tsx'

type Outcome = Awaited<ReturnType<typeof placeOne>> | { problem: string }

const atATime = 4

const productsQuery = {
  queryKey: ['products', { archived: false }],
  queryFn: () => ask(api.GET('/dashboard/api/products', { params: { query: { archived: false, limit: 500 } } })),
}

export function Page() {
  return useMay('orders') ? (
    <Many />
  ) : (
    <PageFrame title="Place many orders">
      <NotYours title="Your role places no orders" />
    </PageFrame>
  )
}

function Many() {
  const mode = useMode()
  const queries = useQueryClient()
  const products = useQuery(productsQuery)
  const [file, setFile] = useState<{ name: string; drafts: Draft[]; problems: string[] } | null>(null)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<Draft, Outcome>>(new Map())
  const [isSending, setSending] = useState(false)

  const read = async (chosen: File) => {
    const { default: papa } = await import('papaparse')
    const parsed = papa.parse<Record<string, string>>(await chosen.text(), {
      header: true,
      skipEmptyLines: 'greedy',
      transformHeader: header => header.trim(),
    })
    // A file may be here before the products are, and would be found to name none of them.
    const known = await queries.ensureQueryData(productsQuery)
    const skus = new Set(known.products.map(({ sku }) => sku))
    setOutcomes(new Map())
    setFile({ name: chosen.name, ...draftsOf(parsed.data, parsed.meta.fields ?? [], skus) })
  }
  const good = file?.drafts.filter(({ problems }) => problems.length === 0) ?? []
  const bad = file?.drafts.filter(({ problems }) => problems.length > 0) ?? []

  const send = async () => {
    setSending(true)
    const waiting = good.filter(draft => !outcomes.has(draft))
    const worker = async () => {
      for (let draft = waiting.shift(); draft !== undefined; draft = waiting.shift()) {
        const placed = draft
        const outcome = await placeOne(mode, placed).catch((error: Error) => ({ problem: error.message }))
        setOutcomes(before => new Map(before).set(placed, outcome))
      }
    }
    await Promise.all(Array.from({ length: atATime }, worker))
    setSending(false)
    void queries.invalidateQueries({ queryKey: [mode] })
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
      about={`From a CSV file, into the ${mode}. Nothing is sent before you have seen what is in it.`}
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
        about={`Columns: ${columnsOfTheFile.join(', ')}`}
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
            about={`${plural(good.length, 'order')} can be sent${bad.length > 0 ? `, ${number(bad.length)} cannot: mend the file and choose it again, or send the others now` : ''}.`}
            actions={
              <Button onClick={send} loading={isSending} disabled={good.every(draft => outcomes.has(draft))}>
                {outcomes.size > 0 && !isSending ? 'All sent' : `Place ${plural(good.length, 'order')}`}
              </Button>
            }
          >
            {outcomes.size > 0 ? (
              <>
                <Progress value={(100 * outcomes.size) / Math.max(1, good.length)} aria-label="Orders sent" mb={4} />
                <Text size="sm" c="dimmed" role="status">
                  {number(outcomes.size)} of {number(good.length)} sent
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

async function placeOne(mode: Mode, { body }: Draft) {
  for (;;) {
    try {
      const order = await ask(api.POST('/dashboard/api/{mode}/orders', { params: { path: { mode } }, body }))
      return { customerOrderId: order.customerOrderId, status: order.status }
    } catch (error) {
      // Too fast is no failure of an order: wait as long as the service asks for.
      if (!(error instanceof ApiProblem) || error.code !== 'too_many_requests') throw error
      await new Promise(resolve => setTimeout(resolve, 1000 * (error.retryAfterSeconds ?? 5)))
    }
  }
}

const OrderName = ({ mode, draft, outcome }: { mode: Mode; draft: Draft; outcome: Outcome | undefined }) =>
  outcome !== undefined && 'status' in outcome ? (
    <GoTo to={`/${mode}/orders/${encodeURIComponent(outcome.customerOrderId)}`}>{outcome.customerOrderId}</GoTo>
  ) : (
    <span className="wrap">{draft.body.customerOrderId ?? 'made by Octavo'}</span>
  )

function Check({ draft, outcome }: { draft: Draft; outcome: Outcome | undefined }) {
  if (outcome !== undefined && 'status' in outcome) return <OrderStatus status={outcome.status} />
  const problems = outcome === undefined ? draft.problems : [outcome.problem]
  if (problems.length === 0) {
    return (
      <Badge variant="light" color="teal" radius="sm" leftSection={<CircleCheck size={12} />}>
        ready
      </Badge>
    )
  }
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <CircleAlert size={15} color="var(--mantine-color-red-6)" aria-hidden style={{ flex: 'none', marginTop: 3 }} />
      <Text size="sm" ta="left" className="wrap">
        {problems.join(' ')}
      </Text>
    </Group>
  )
}
