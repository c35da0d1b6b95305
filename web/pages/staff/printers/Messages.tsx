import { SegmentedControl, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquareWarning } from 'lucide-react'
import { api, ask } from '../../../api.ts'
import type { PrinterMessage } from '../../../apiTypes.ts'
import { factsOf } from '../../../components/audit.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { More } from '../../../components/More.tsx'
import { RowsSkeleton } from '../../../components/Page.tsx'
import { OrderLink } from '../../../components/StaffLinks.tsx'
import { Ago, capital, plural } from '../../../components/Values.tsx'
import { useFilters } from '../../../shell/mode.ts'

const verdicts = [
  { value: 'contradicts', label: 'Conflicts', none: 'No message of a printer conflicts with its order.' },
  { value: 'ignored', label: 'Ignored', none: 'No message was ignored.' },
  { value: 'applied', label: 'Applied', none: 'No messages yet.' },
] as const
type Verdict = (typeof verdicts)[number]['value']

const columns: Column<PrinterMessage>[] = [
  {
    title: 'Order',
    cell: one => <OrderLink order={one} fw={500} display="inline-block" miw="7rem" />,
  },
  {
    title: 'Message',
    cell: one => (
      <>
        {capital(one.kind.replaceAll('_', ' '))}
        {one.repetitions > 0 ? (
          <Text span size="xs" c="dimmed">
            {' '}
            and {plural(one.repetitions, 'repetition')}
          </Text>
        ) : null}
      </>
    ),
  },
  { title: 'Reason', cell: one => <span className="wrap">{one.why === null ? '–' : capital(one.why)}</span> },
  { title: 'Printer', cell: one => one.printer },
  {
    title: 'Content',
    cell: one => (
      <Text span size="sm" c="dimmed" className="wrap" lineClamp={3}>
        {wordsOf(one.content)}
      </Text>
    ),
    wideOnly: true,
  },
  { title: 'Received', cell: one => <Ago at={one.receivedAt} /> },
]

/** What the printer wrote, or else the names and values that it sent; the kind has a column of its own. */
function wordsOf(content: PrinterMessage['content']): string {
  const { kind: _, reason, ...rest } = content as Record<string, unknown>
  return typeof reason === 'string' ? reason : factsOf(rest).join(', ')
}

export function Messages() {
  const [filters, setFilters] = useFilters()
  const shown = verdicts.find(one => one.value === filters.verdict) ?? verdicts[0]
  const messages = useInfiniteQuery({
    queryKey: ['staff', 'messages', shown.value],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/staff/printer-messages', {
          params: {
            query: { verdict: shown.value as Verdict, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
          },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const rows = messages.data?.pages.flatMap(page => page.messages) ?? []
  return (
    <>
      <SegmentedControl
        mb="md"
        aria-label="Which messages"
        data={verdicts.map(({ value, label }) => ({ value, label }))}
        value={shown.value}
        onChange={verdict => setFilters({ verdict })}
      />
      {messages.isPending ? <RowsSkeleton /> : null}
      {messages.error ? <Failure error={messages.error} retry={() => messages.refetch()} /> : null}
      {messages.data && rows.length === 0 ? (
        <Empty icon={MessageSquareWarning} title={shown.value === 'contradicts' ? 'No conflicts' : 'No messages'}>
          {shown.none} A message that conflicts with its order, such as “shipped” after “cancelled”, is recorded here
          and changes nothing.
        </Empty>
      ) : null}
      {rows.length > 0 ? (
        <List
          label="Messages of printers"
          rows={rows}
          columns={columns}
          keyOf={one => one.recordId}
          below={<More of={messages} />}
        />
      ) : null}
    </>
  )
}
